@echo off
rem SPDX-License-Identifier: Apache-2.0
rem Starts Zephyr Workers. WWS_JAVA_OPTS holds further options for the JVM.
setlocal
set "HOME_DIR=%~dp0.."
if defined JAVA_HOME (set "JAVA=%JAVA_HOME%\bin\java.exe") else (set "JAVA=java.exe")
"%JAVA%" -XX:-DontCompileHugeMethods -XX:-ClipInlining -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow %WWS_JAVA_OPTS% -jar "%HOME_DIR%\lib\zephyr-cli.jar" %*

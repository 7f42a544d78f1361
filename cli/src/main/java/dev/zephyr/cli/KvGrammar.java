// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli;

import dev.zephyr.cli.kv.KvRequest;
import dev.zephyr.cli.kv.KvVerb;
import dev.zephyr.server.config.Option;
import dev.zephyr.server.config.Suggestion;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code [PATH] kv VERB [ARGUMENTS] [PATH]}: what the words ask for. Thread-safe. */
final class KvGrammar {

    private static final List<String> VERBS =
            Arrays.stream(KvVerb.values()).map(KvVerb::word).toList();

    private KvGrammar() {}

    static Invocation parse(Words words, Map<Option<?>, List<String>> options) {
        List<String> before = words.others().subList(0, words.othersBeforeCommand());
        List<String> after = words.others().subList(before.size(), words.others().size());
        if (after.isEmpty()) {
            return new Invocation.Wrong("kv: no verb (expected: " + String.join(", ", VERBS) + ")");
        }
        Optional<KvVerb> verb = KvVerb.of(after.getFirst());
        if (verb.isEmpty()) {
            return unknown(after.getFirst());
        }
        List<String> rest = after.subList(1, after.size());
        int arguments = verb.get().arguments().size();
        if (rest.size() < arguments) {
            return wrong(verb.get(), "no " + verb.get().arguments().get(rest.size()));
        }
        List<String> locations = List.copyOf(rest.subList(arguments, rest.size()));
        if (before.size() + locations.size() > 1) {
            return wrong(verb.get(), locations.getLast() + ": one word too many");
        }
        List<String> names = words.flags().getOrDefault(Flag.NAMESPACE, List.of());
        if (names.isEmpty() && verb.get().needsNamespace()) {
            return wrong(verb.get(), "no namespace (expected: --namespace N)");
        }
        Optional<String> namespace =
                names.isEmpty() ? Optional.empty() : Optional.of(names.getLast());
        String location = locations.isEmpty() ? Grammar.location(before) : locations.getFirst();
        return new Invocation.KeyValue(
                location,
                options,
                new KvRequest(verb.get(), namespace, rest.subList(0, arguments)));
    }

    private static Invocation unknown(String word) {
        return new Invocation.Wrong(
                Suggestion.of(word, VERBS)
                        .map(near -> "kv " + word + ": unknown (did you mean " + near + "?)")
                        .orElse(
                                "kv "
                                        + word
                                        + ": unknown (expected: "
                                        + String.join(", ", VERBS)
                                        + ")"));
    }

    private static Invocation wrong(KvVerb verb, String what) {
        return new Invocation.Wrong("kv " + verb.word() + ": " + what);
    }
}

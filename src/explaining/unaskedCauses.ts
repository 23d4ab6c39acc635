import type { Cause } from "./Explanation.js"

/**
 * Says that an explanation ended before all nodes were asked; nothing if they were.
 *
 * @param options.methods what the node of each chain was not asked for any more
 */
export function unaskedCauses({
  seconds,
  methods,
}: {
  readonly seconds: number
  readonly methods: ReadonlyMap<string, readonly string[]>
}): readonly Cause<"chain-not-read">[] {
  if (methods.size === 0) return []
  const evidence = [...methods].map(([source, asked]) => ({
    source,
    says: `It was not asked for ${[...new Set(asked)].join(", ")} any more.`,
  }))
  const says = `The ${String(seconds)} s for this explanation were over before everything was asked, so causes can be missing.`
  const mend = { who: "you: the nodes answer slowly, so look again later or use others", command: null }
  return [{ name: "chain-not-read", certainty: "possible", says, evidence, mend, about: null }]
}

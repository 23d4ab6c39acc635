import type { effectJudges } from "./effects/effectJudges.js"
import type { Judge } from "./Judge.js"
import type { MessageAssertions } from "./messages/MessageAssertions.js"

/** The assertions of a table of judges, by name. */
type AssertionsOf<Table> = {
  readonly [Name in keyof Table as string extends Name ? never : Name]: Table[Name] extends Judge<infer Parameters>
    ? (subject: unknown, ...parameters: Parameters) => Promise<void>
    : never
}

type EveryAssertion = MessageAssertions & AssertionsOf<typeof effectJudges>

/**
 * Assertions that work with every test runner. Each lets the actors work, and rejects with an `AssertionError` that says what happened
 * instead, and where. `not` has them all negated.
 *
 * @example
 * await world.assertions.delivered(alpha.send.greet([beta.slug, "hello"]))
 * await world.assertions.not.delivered(alpha.send.greet([beta.slug, ""]))
 */
export type Assertions = EveryAssertion & { readonly not: EveryAssertion }

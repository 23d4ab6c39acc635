import type { EffectAssertions } from "./effects/EffectAssertions.js"
import type { MessageAssertions } from "./messages/MessageAssertions.js"

type EveryAssertion = MessageAssertions & EffectAssertions

/**
 * Assertions that work with every test runner. Each lets the actors work, and rejects with an `AssertionError` that says what happened
 * instead, and where. `not` has them all negated.
 *
 * @example
 * await world.assertions.delivered(alpha.send.greet([beta.slug, "hello"]))
 * await world.assertions.not.delivered(alpha.send.greet([beta.slug, ""]))
 */
export type Assertions = EveryAssertion & { readonly not: EveryAssertion }

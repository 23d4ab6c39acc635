import type { z } from "zod"

import { type Context, defineSchema, type Payload } from "./defineSchema.js"
import type { Oddities, Oddity, Part } from "./Oddity.js"

/** More are counted, and not described. */
const mostDescribed = 20

/**
 * Notes that a part of an answer is left out.
 *
 * @returns false if everything has to be as specified
 */
export function leaveOut({ oddities, within }: Context, odd: Omit<Oddity, "within">): boolean {
  if (oddities === undefined) return false
  oddities.count += 1
  if (oddities.count <= mostDescribed) oddities.first.push({ ...odd, within: snapshot(within) })
  return true
}

/** A list has one object for the element that is being parsed, because a list can have tens of thousands of elements. */
function snapshot(part: Part | undefined): Part | undefined {
  return part === undefined ? undefined : { ...part, within: snapshot(part.within) }
}

/** More than this that are odd are no accident if they are more than what is left. */
const manyOddities = 1_000

/**
 * Creates the schema of an answer that does without the elements that are not as specified, so that one of them does not cost all the
 * others. They are left out of every list, and reported.
 *
 * An answer with nothing left, or with very many odd parts and fewer others, is refused at the first of them: it belongs to another API.
 *
 * @param countLeft counts the elements that are left of an answer
 * @example
 * const chainsSchema = withoutOddElements(listOf(chainSchema, "chain"), (chains) => chains.length)
 */
export function withoutOddElements<T>(schema: z.ZodType<T>, countLeft: (answer: T) => number): z.ZodType<T> {
  return defineSchema((payload, context) => {
    const { value } = payload
    const oddities: Oddities = { first: [], count: 0 }
    const settle = (result: Payload): Payload | Promise<Payload> => {
      if (oddities.count === 0 || result.issues.length > 0) return result
      const left = countLeft(result.value as T)
      if (left === 0 || (oddities.count > manyOddities && oddities.count > left)) {
        return schema._zod.run({ value, issues: [] }, context)
      }
      context.onOddities?.(oddities)
      return result
    }
    const result = schema._zod.run(payload, { ...context, oddities } as Context)
    return result instanceof Promise ? result.then(settle) : settle(result)
  })
}

/** Creates the schema of a field that becomes null if it is not as specified, because its object is of use without it. */
export function unlessOdd<T>(name: string, schema: z.ZodType<T | null>): z.ZodType<T | null> {
  return defineSchema((payload, context) => {
    const { value } = payload
    const result = schema._zod.run(payload, context)
    if (result instanceof Promise) return result.then((parsed) => orNone(parsed, context, { name, value }))
    return result.issues.length === 0 ? result : orNone(result, context, { name, value })
  })
}

function orNone(result: Payload, context: Context, { name, value }: Pick<Part, "name" | "value">): Payload {
  if (result.issues.length === 0 || !leaveOut(context, { name, value, issues: [...result.issues] })) return result
  result.issues.length = 0
  result.value = null
  return result
}

import type { z } from "zod"

import type { ForeignValue, GatewayRequest } from "../types.js"
import { answerSchema, lenientList } from "#src/http/parsing/answerSchema.js"
import {
  formatPath,
  type FoundMalformed,
  malformedIn,
  noteMalformed,
  replaceMalformed,
} from "#src/http/parsing/malformed.js"

/** The status of an element that is malformed. It is not final, so that no wait takes the element for one that has ended. */
export const unreadable = "UNREADABLE"

/** The malformed values of an element; absent if there are none. */
export type HasForeign = { readonly foreign?: readonly ForeignValue[] | undefined }

/** Replaces the malformed values in an element, and keeps them as they came. `malformedIn` tells what was found. */
export function takeForeign<T extends object>(parsed: T): T & HasForeign {
  const { value, found } = replaceMalformed(parsed)
  if (found.length === 0) return value
  const foreign = found.map(toForeign)
  noteMalformed(foreign, found)
  return { ...value, foreign }
}

/** Answers of this API come bare, in `response` or `result` of an envelope, and with `status` or `apiStatus` beside it. */
export function gatewayAnswer<T extends object>(schema: z.ZodType<T>): z.ZodType<T> {
  const status = {
    accepts: (value: unknown) => typeof value === "string" && !/^(ERROR|FAIL(ED|URE)?)$/i.test(value),
    expected: "a status of success",
  }
  const isReadable = (element: unknown): boolean => (element as { status?: unknown }).status !== unreadable
  return answerSchema({ keys: ["response", "result"], beside: { status, apiStatus: status } }, schema, {
    count: (answer) => (Array.isArray(answer) ? answer.filter(isReadable).length : Infinity),
    findMore: findForeign,
  })
}

/** A list of which malformed elements are replaced by `toElement`, because they may not have ended. */
export function gatewayListAnswer<T extends HasForeign & object>(
  element: z.ZodType<T>,
  toElement: (name: string) => T,
): z.ZodType<T[]> {
  const replacement = (found: FoundMalformed): T => {
    const foreign = toForeign(found)
    return { ...toElement(`${unreadable} ${foreign.path}`), foreign: [foreign] }
  }
  return gatewayAnswer(lenientList(element, replacement))
}

/** Lists what the elements of an answer keep in `foreign`, and those of requests in their payloads. */
function findForeign(answer: object): FoundMalformed[] {
  const found = (element: HasForeign, ...path: PropertyKey[]): FoundMalformed[] =>
    malformedIn(element.foreign).map((part) => ({ ...part, path: [...path, ...part.path] }))
  if (!Array.isArray(answer)) return found(answer)
  return (answer as Partial<GatewayRequest>[]).flatMap((element, index) => [
    ...found(element, index),
    ...(element.payloads ?? []).flatMap((payload, at) => found(payload, index, "payloads", at)),
  ])
}

function toForeign({ path, value, issue }: FoundMalformed): ForeignValue {
  return { path: formatPath([...path, ...issue.path]), received: value, expected: issue.message }
}

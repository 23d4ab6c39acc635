import { setImmediate } from "node:timers/promises"

import { getOrAdd } from "#src/primitives/lifetime/lazily.js"

type Answer<Question> = (question: Question) => Promise<unknown>

/**
 * Collects questions that are asked at the same time.
 *
 * @param keyOf what the questions have in common that can be asked together
 * @param open gets those with one key, and returns what answers each of them
 */
export function inGroups<Question>(
  keyOf: (question: Question) => string,
  open: (group: readonly Question[]) => Answer<Question>,
): Answer<Question> {
  const groups = new Map<string, { readonly asked: Question[]; answer?: Answer<Question> }>()
  return async (question) => {
    const key = keyOf(question)
    const group = getOrAdd(groups, key, () => ({ asked: [] }))
    group.asked.push(question)
    await setImmediate()
    groups.delete(key)
    group.answer ??= open(group.asked)
    return await group.answer(question)
  }
}

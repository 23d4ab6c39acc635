/** Makes a function that finds the answer to a question once, and gives it to everybody who asks again. */
export function memoize<Key, Answer>(find: (key: Key) => Answer): (key: Key) => Answer {
  const known = new Map<Key, { readonly answer: Answer }>()
  return (key) => {
    const found = known.get(key) ?? { answer: find(key) }
    known.set(key, found)
    return found.answer
  }
}

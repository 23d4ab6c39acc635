import type { Matrix } from "./readMatrix.ts"

/** More is not read. */
const [maxBytes, maxPromises] = [10_000, 30]

/** Finds what is wrong with the promises of SECURITY.md: one without a mechanism or a test, a test of none, a page that is too long. */
export function findPromiseProblems({ page, promises, tests, exists }: Matrix): string[] {
  const problems: string[] = []
  const bytes = Buffer.byteLength(page)
  if (bytes > maxBytes) problems.push(`SECURITY.md has ${bytes} bytes, more than ${maxBytes}`)
  if (promises.length > maxPromises)
    problems.push(`SECURITY.md has ${promises.length} promises, more than ${maxPromises}`)
  const ids = promises.map(({ id }) => id)
  for (const [index, { id, says, keptBy, remains }] of promises.entries()) {
    if (!/^S-\d\d$/.test(id)) problems.push(`${id} is not written as S-07 is`)
    if (ids.indexOf(id) < index) problems.push(`${id} is promised twice`)
    if (!isSentence(says) || says.includes(". ")) problems.push(`${id} is not one sentence`)
    if (remains !== "" && !isSentence(remains)) problems.push(`${id}: what remains is not a sentence`)
    if (keptBy.length === 0) problems.push(`${id} names no file that keeps it`)
    for (const file of keptBy.filter((each) => !exists(each)))
      problems.push(`${id} is kept by ${file}, which does not exist`)
    if (!tests.some((test) => test.id === id && test.isQuick)) problems.push(`${id} has no test that npm test runs`)
  }
  for (const { id, file, title } of tests.filter((test) => !ids.includes(test.id))) {
    problems.push(`${file}: "${title}" holds ${id}, which SECURITY.md does not promise`)
  }
  return problems
}

function isSentence(text: string): boolean {
  return /^[`A-Z].*\.$/.test(text)
}

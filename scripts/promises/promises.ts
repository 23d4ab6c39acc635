/** Prints what SECURITY.md promises, the files that keep each promise, and the tests that hold it: `npm run promises`. */
import { findPromiseProblems } from "./findPromiseProblems.ts"
import { readMatrix } from "./readMatrix.ts"

const matrix = readMatrix()
for (const { id, says, keptBy, remains } of matrix.promises) {
  console.log(`${id}  ${says}`)
  if (remains !== "") console.log(`      remains: ${remains}`)
  for (const file of keptBy) console.log(`      kept by ${file}`)
  const own = matrix.tests.filter((test) => test.id === id)
  for (const file of new Set(own.map((test) => test.file))) {
    const titles = own.filter((test) => test.file === file)
    console.log(`      held by ${file}`)
    for (const { title, isQuick } of titles) console.log(`        ${title}${isQuick ? "" : " (deep)"}`)
  }
  console.log("")
}
const problems = findPromiseProblems(matrix)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1

/** As a shell reports a process that a closed pipe ended. */
const closedPipe = 141

/**
 * Runs something that prints, and ends the process quietly when nobody reads its output any more, as
 * `hardhat devnet --json | head -1` makes it. Node would call that a crash.
 */
export async function whileSomebodyReads<T>(run: () => Promise<T>): Promise<T> {
  const leave = (error: NodeJS.ErrnoException): void => {
    if (error.code !== "EPIPE") throw error
    process.exit(closedPipe)
  }
  process.stdout.on("error", leave)
  try {
    return await run()
  } finally {
    process.stdout.off("error", leave)
  }
}

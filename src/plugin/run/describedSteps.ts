import { isPlugsError } from "../../primitives/PlugsError.js"
import type { describeForTask } from "./describeForTask.js"

/** Hands steps on. An error that ends them is described for tasks, because a stream of JSON shows it before the task has ended. */
export async function* describedSteps<Step>(
  steps: AsyncIterable<Step>,
  project: Parameters<typeof describeForTask>[1],
): AsyncGenerator<Step, void, undefined> {
  try {
    yield* steps
  } catch (error) {
    if (!isPlugsError(error)) throw error
    const { describeForTask } = await import("./describeForTask.js")
    throw await describeForTask(error, project)
  }
}

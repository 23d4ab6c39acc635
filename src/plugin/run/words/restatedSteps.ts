import { isPlugsError } from "../../../primitives/PlugsError.js"
import { outcomeOf } from "../../../terminal/core/outcomes.js"
import type { restateForTask } from "./restateForTask.js"

/** Hands steps on, and an error that ends them in the words of tasks, because a stream of JSON shows it before the task has ended. */
export async function* restatedSteps<Step>(
  steps: AsyncIterable<Step>,
  project: Parameters<typeof restateForTask>[1],
): AsyncGenerator<Step, void, undefined> {
  try {
    yield* steps
  } catch (error) {
    if (isPlugsError(error) && outcomeOf(error) !== "interrupted") {
      const words = await import("./restateForTask.js")
      await words.restateForTask(error, project)
    }
    throw error
  }
}

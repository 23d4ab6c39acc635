import { invalid } from "../arguments.js"
import type { OpenWorld } from "../world/OpenWorld.js"
import { deliverNext, deliverSome } from "./deliver.js"
import type { DeliverNextOptions, DeliverOptions, Delivery, DeliveryTarget } from "./Delivery.js"
import { everyStage, type Stage } from "#src/devnet/stages.js"
import { didYouMean } from "#src/primitives/commands/nearest.js"

type Selection = DeliveryTarget | readonly DeliveryTarget[]

export function createDelivery(opened: () => OpenWorld): Delivery {
  return {
    async deliver(first?: Selection | DeliverOptions, second?: DeliverOptions) {
      const { targets, options = {} } = readArguments<DeliverOptions>(first, second, ["until", "order", "nth"])
      checkOrder(options.order)
      checkNth(options.nth)
      await deliverSome(opened(), targets, options)
    },
    async deliverNext(first?: Selection | DeliverNextOptions, second?: DeliverNextOptions) {
      const { targets, options = {} } = readArguments<DeliverNextOptions>(first, second, ["until", "nth"])
      checkNth(options.nth)
      return await deliverNext(opened(), targets, options)
    },
    manual() {
      opened().delivery.setManual(true)
    },
    automatic() {
      opened().delivery.setManual(false)
    },
    hold(...stages) {
      opened().delivery.hold(checkStages(stages))
    },
    release(...stages) {
      opened().delivery.release(checkStages(stages))
    },
  }
}

/** Targets can be left out. They are texts, lists, or have a hash. */
function readArguments<Options>(
  first: Selection | Options | undefined,
  second: Options | undefined,
  names: readonly (keyof Options & string)[],
): { targets: Selection | undefined; options: Options | undefined } {
  const isTarget = isSelection(first)
  const options = isTarget ? second : first
  const wrong = isObject(options ?? {}) ? Object.keys(options ?? {}).find((name) => !names.includes(name as never)) : ""
  if (wrong !== undefined || options === null) {
    throw invalid(
      "deliver",
      wrong ? `there is no option ${wrong}` : `${String(options)} is neither something to deliver nor options`,
      `Give what send has returned, an id, or a list of these, and then options: { ${names.join(", ")} }.${didYouMean(wrong, names)}`,
    )
  }
  return { targets: isTarget ? first : undefined, options }
}

function checkOrder(order: unknown): void {
  if (order === undefined || Array.isArray(order)) return
  throw invalid(
    "order",
    "it is no list",
    "Give a list of what send has returned, or of ids: { order: [second, first] }.",
  )
}

function checkNth(nth: number | undefined): void {
  if (nth === undefined || (Number.isInteger(nth) && nth >= 0)) return
  const problem = `${nth} is no whole number from 0`
  throw invalid("nth", problem, "Count from 0.")
}

/** What `send` has returned, or its promise without `await`, has a hash or `then`. */
function isSelection(value: unknown): value is Selection {
  return typeof value === "string" || Array.isArray(value) || (isObject(value) && ("hash" in value || "then" in value))
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null
}

function checkStages(stages: readonly Stage[]): readonly Stage[] {
  const unknown = stages.find((stage) => !everyStage.includes(stage))
  if (unknown === undefined) return stages
  throw invalid(
    "stage",
    `${JSON.stringify(unknown)} is nothing that the actors do`,
    `Give one of ${everyStage.join(", ")}.${didYouMean(unknown, everyStage)}`,
  )
}

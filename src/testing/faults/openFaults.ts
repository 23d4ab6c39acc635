import type { OpenWorld } from "../OpenWorld.js"
import { createFaultList, type FaultList } from "./createFaultList.js"

const lists = new WeakMap<OpenWorld, FaultList>()

/** Lets faults begin in a world that has started. */
export function openFaults(world: OpenWorld): void {
  const list = createFaultList(world)
  lists.set(world, list)
  world.interceptors.add(list.interceptor)
  world.faultTexts.add(() => list.active().map(String))
  world.memories.add(() => list.remember())
}

/** The faults of a world. */
export function faultsOf(world: OpenWorld): FaultList {
  const list = lists.get(world)
  if (list === undefined) throw new Error("no faults were opened in this world")
  return list
}

import type { MobileMoney } from './mobile-money.ts'

let chosen: MobileMoney | undefined

/** Chosen once, when the house opens; without one no phone is offered. */
export const useMobileMoney = (one: MobileMoney | undefined): void => {
  chosen = one
}

export const mobileMoney = (): MobileMoney | undefined => chosen

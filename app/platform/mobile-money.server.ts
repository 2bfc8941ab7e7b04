import type { MobileMoney } from './mobile-money.ts'

let chosen: MobileMoney | undefined

/** Chosen once, when the app opens; without one no phone is offered. */
export const useMobileMoney = (one: MobileMoney | undefined): void => {
  chosen = one
}

export const mobileMoney = (): MobileMoney | undefined => chosen
/** True of the name under which rows name it. */
export const isMobileMoney = (name: string): boolean => chosen?.capabilities().name === name

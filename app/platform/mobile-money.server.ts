import type { MobileMoney } from './mobile-money.ts'

let chosen: MobileMoney | undefined

/** Chosen once, when the app opens; without one, phones can't pay. */
export const useMobileMoney = (one: MobileMoney | undefined): void => {
  chosen = one
}

export const mobileMoney = (): MobileMoney | undefined => chosen
/** True for the name that database rows use for it. */
export const isMobileMoney = (name: string): boolean => chosen?.capabilities().name === name

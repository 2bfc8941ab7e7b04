import { centsIn } from './amount.ts'
import { readColour } from './colour.ts'

// The choices of operators while the product runs: their names, and the values they may have.

/** The ways to treat a drive whose views are used up: its story is closed to visitors, or stays open. */
const viewLocks = ['closes', 'stays_open'] as const
export type ViewLock = (typeof viewLocks)[number]

/** The figures on the landing page: texts that operators write, sums of the books, or none. */
const landingFigures = ['spec', 'counted', 'hidden'] as const
export type LandingFigures = (typeof landingFigures)[number]

const switchPositions = ['on', 'off'] as const
export type SwitchPosition = (typeof switchPositions)[number]

const decimal = (least: number, most: number) => (text: string) => {
  const number = /^\d{1,6}(\.\d{1,4})?$/.test(text) ? Number(text) : Number.NaN
  return number >= least && number <= most ? number : undefined
}
const whole = (least: number, most: number) => (text: string) => {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  return number >= least && number <= most ? number : undefined
}
const oneOf =
  <Value extends string>(values: readonly Value[]) =>
  (text: string) =>
    values.find((value) => value === text)
const short = (text: string) => (/^[^\p{C}<>]{1,12}$/u.test(text) ? text : undefined)
/** Reads a name that fits everywhere: no control or bidi characters, and none with a meaning in addresses, emails or authenticator apps. */
const brandName = (text: string) => (/^[^\p{C}\p{Zl}\p{Zp}<>:"\\]{1,30}$/u.test(text) ? text : undefined)
/** Reads the name that the copies of a logo share; an empty text is no logo. */
const logoName = (text: string) => (text === '' || /^brand\/[0-9a-f]{32}$/.test(text) ? text : undefined)
const address = (text: string) =>
  text.length <= 300 && URL.canParse(text) && ['mailto:', 'https:'].includes(new URL(text).protocol) ? text : undefined
/** Reads shillings, in cents; an empty text is no limit. */
const shillings = (text: string) => (text === '' ? Number.POSITIVE_INFINITY : centsIn(text))

/** The page where people find answers and can write to the operator: the support address until operators choose one. */
export const helpPage = '/about/help'

/** The parser of each choice's text; undefined for a bad value. */
export const choices = {
  VIEWS_PAYWALL: oneOf(switchPositions),
  VIEW_LOCK: oneOf(viewLocks),
  USD_KES_RATE: decimal(1, 100_000),
  BRAND_NAME: brandName,
  BRAND_COLOUR: readColour,
  BRAND_LOGO: logoName,
  SUPPORT_URL: address,
  LANDING_FIGURES: oneOf(landingFigures),
  LANDING_RAISED: short,
  LANDING_CAMPAIGNS: short,
  LANDING_COUNTRIES: short,
  SUPPORT_CLAIM: oneOf(switchPositions),
  NEW_METHOD_HOLD_HOURS: whole(0, 720),
  SECOND_ADMIN_ABOVE: shillings,
  SENT_BEFORE_IDENTITY: shillings,
  DONATIONS_A_MINUTE: whole(1, 1000),
  PROMPTS_IN_TEN_MINUTES: whole(1, 10_000),
  COMMENTS_IN_TEN_MINUTES: whole(1, 10_000),
  VISITS_AN_HOUR: whole(1, 10_000),
  SIGN_UPS_AN_HOUR: whole(1, 10_000),
  WITHDRAWALS_AN_HOUR: whole(1, 1000),
  SMS_A_DAY: whole(0, 100_000),
  GUEST_TEXTS_A_DAY: whole(0, 100_000),
  UPDATE_TEXTS_A_DAY: whole(0, 100_000),
  CODES_A_DAY: whole(0, 100_000),
  SIGN_UP_CODES_A_DAY: whole(0, 100_000),
  SMS_GIFTS_FROM: shillings,
  REFUND_DAYS: whole(0, 60),
}

export type ChoiceName = keyof typeof choices
export type Choices = { [Name in ChoiceName]: NonNullable<ReturnType<(typeof choices)[Name]>> }
export const choiceNames = Object.keys(choices) as ChoiceName[]

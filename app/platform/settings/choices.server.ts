import { isDeepStrictEqual } from 'node:util'
import { defaultBrand, setBrand } from '#app/kit/brand.ts'
import { type ChoiceName, type Choices, choiceNames, choices, helpPage } from '#app/kit/choices.ts'
import { brandStyle } from '#app/kit/colour.ts'
import { kes } from '#app/kit/money.ts'
import { type Db, db } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { settings } from './settings.server.ts'

// The operators' choices on the Settings page, on top of the environment. Cached in memory, because nearly every page
// asks; read again every two seconds, so that a change soon reaches every process.

/** The values where nobody chose: from the environment, or ours. */
export const defaults = (): Choices => ({
  FEE_POLICY: 'withhold_at_payout',
  VIEW_LOCK: 'closes',
  USD_KES_RATE: settings.USD_KES_RATE,
  BRAND_NAME: defaultBrand.name,
  BRAND_COLOUR: defaultBrand.colour,
  BRAND_LOGO: '',
  SUPPORT_URL: settings.SUPPORT_URL,
  LANDING_RAISED: '10M+',
  LANDING_CAMPAIGNS: '50K+',
  LANDING_COUNTRIES: '15+',
  NEW_METHOD_HOLD_HOURS: settings.NEW_METHOD_HOLD_HOURS,
  SECOND_ADMIN_ABOVE: kes(settings.SECOND_ADMIN_ABOVE ?? Number.POSITIVE_INFINITY),
  DONATIONS_A_MINUTE: 300,
  PROMPTS_IN_TEN_MINUTES: 600,
  COMMENTS_IN_TEN_MINUTES: 300,
  VISITS_AN_HOUR: 300,
  SIGN_UPS_AN_HOUR: 300,
  WITHDRAWALS_AN_HOUR: 5,
  SMS_A_DAY: 1000,
  GUEST_TEXTS_A_DAY: 1000,
  CODES_A_DAY: 2000,
  SIGN_UP_CODES_A_DAY: 1000,
  SMS_GIFTS_FROM: kes(100),
})

/** Returns the value that would be in force if this person had chosen nothing since someone else did. */
export async function chosenByOthers<Name extends ChoiceName>(on: Db, name: Name, by: string): Promise<Choices[Name]> {
  const row = await on
    .selectFrom('operator_choices')
    .where('name', '=', name)
    .where('by', 'is distinct from', by)
    .select('value')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const value = row?.value == null ? undefined : choices[name](row.value)
  return (value ?? defaults()[name]) as Choices[Name]
}

/** Reads the value from the database, for decisions that must not lag behind by a second or two. */
export async function chosenNow<Name extends ChoiceName>(on: Db, name: Name): Promise<Choices[Name]> {
  const row = await on
    .selectFrom('operator_choices')
    .where('name', '=', name)
    .select('value')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const value = row?.value == null ? undefined : choices[name](row.value)
  return (value ?? defaults()[name]) as Choices[Name]
}

const every = 2000
let known = new Map<ChoiceName, string>()
const hearers = new Set<() => void>()
/** Calls back when any value has changed. */
export const whenChosen = (hear: () => void): void => void hearers.add(hear)

/** Returns the value in force, from memory. */
export function chosen<Name extends ChoiceName>(name: Name): Choices[Name] {
  const text = known.get(name)
  const value = text === undefined ? undefined : choices[name](text)
  return (value ?? defaults()[name]) as Choices[Name]
}

/** True if an operator chose the value, so that it is not just the default. */
export const isChosen = (name: ChoiceName): boolean => known.has(name)

/** The support address: as the operator set it, else the Help page, at the origin that the visitor uses. */
export const supportFrom = (origin: string): string =>
  settings.supportSet || isChosen('SUPPORT_URL') ? chosen('SUPPORT_URL') : `${origin}${helpPage}`

/** The support address for sentences: without the parts that only a browser needs. */
export const supportInWords = (): string => chosen('SUPPORT_URL').replace(/^mailto:|^https?:\/\//, '')

/** Returns the parts of the brand that differ from the default. */
function chosenBrand() {
  const [name, colour, logo] = [chosen('BRAND_NAME'), chosen('BRAND_COLOUR'), chosen('BRAND_LOGO')]
  return {
    name: name === defaultBrand.name ? undefined : name,
    logo: logo || undefined,
    ...(colour === defaultBrand.colour ? {} : { colour, style: brandStyle(colour) }),
  }
}

/** Reads the choices. Skips names of a newer version, and values that are no longer valid. */
export async function readChoices(on: Db = db): Promise<void> {
  const rows = await on
    .selectFrom('operator_choices')
    .distinctOn('name')
    .select(['name', 'value'])
    .orderBy('name')
    .orderBy('id', 'desc')
    .execute()
  const before = known
  known = new Map(
    rows.flatMap(({ name, value }) => {
      const ours = choiceNames.find((one) => one === name)
      return ours && value !== null ? [[ours, value] as const] : []
    }),
  )
  setBrand(chosenBrand())
  if (!isDeepStrictEqual(known, before)) for (const hear of hearers) hear()
}

/** Keeps the choices in memory up to date until stopped. While the database is away, the last values hold. */
export async function keepChoices(): Promise<{ stop(): Promise<void> }> {
  await readChoices()
  let reading: Promise<void> | undefined
  const timer = setInterval(() => {
    reading ??= readChoices()
      .catch((error: unknown) => log.debug({ err: error }, 'what operators chose could not be read'))
      .finally(() => {
        reading = undefined
      })
  }, every)
  return {
    async stop() {
      clearInterval(timer)
      await reading
    },
  }
}

import { z } from 'zod'
import { driveImageField } from '#app/drives/drive/drive-forms.ts'
import { manyLines, oneLine } from '#app/kit/lines.ts'
import { phoneIn } from '#app/kit/phone.ts'
import { said, type Words } from '#app/kit/says.ts'
import { isDay } from '#app/kit/time.ts'
import { isPublicHost, linkAddress } from '#app/kit/web-address.ts'
import { isZone, localAt, momentAt } from '#app/kit/zones.ts'
import {
  newcomers,
  noIn,
  occasionKinds,
  occasionMost,
  occasionNameOf,
  occasionTexts,
  signs,
  styles,
} from './occasion.ts'

const line = (max: number, long: Words, missing?: Words) => {
  const text = z.string().max(max, said(long))
  return z
    .string()
    .default('')
    .transform(oneLine)
    .pipe(missing ? text.min(1, said(missing)) : text)
}
const lines = (max: number, long: Words) =>
  z
    .string()
    .default('')
    .transform(manyLines)
    .pipe(z.string().max(max, said(long)))
const switched = z
  .string()
  .optional()
  .transform((text) => text === 'on')

/** A whole number as people write it: no sign, no point, no digits of other scripts. */
const number = (from: number, to: number, wrong: Words) =>
  z
    .string(said(wrong))
    .trim()
    .regex(/^[0-9]{1,7}$/, { error: said(wrong), abort: true })
    .transform(Number)
    .pipe(z.number().min(from, said(wrong)).max(to, said(wrong)))

/** A link to a page elsewhere that everybody can reach; null where none is given. */
const link = (wrong: Words) =>
  z
    .string()
    .trim()
    .default('')
    .transform((text, refused) => {
      if (text === '') return null
      const address = /^https:\/\//i.test(text) ? linkAddress(text) : undefined
      if (address && isPublicHost(new URL(address).hostname)) return address.replace(/^https/i, 'https')
      refused.addIssue({ code: 'custom', message: said(wrong) })
      return z.NEVER
    })

const degrees = z.string().trim().default('')
const day = z.string().trim().default('')

export const gatheringForm = z.object({
  title: line(occasionMost.title, occasionTexts.titleLong, occasionTexts.titleMissing),
  hosts: line(occasionMost.hosts, occasionTexts.hostsLong, occasionTexts.hostsMissing),
  words: lines(occasionMost.words, occasionTexts.wordsLong),
  kind: z.enum(occasionKinds, said(occasionTexts.kindMissing)),
  language: z.enum(['en', 'sw']).catch('en'),
  key: z.uuid().optional().catch(undefined),
})

export const settingsForm = z.object({
  opening: line(occasionMost.opening, occasionTexts.openingLong),
  title: line(occasionMost.title, occasionTexts.titleLong, occasionTexts.titleMissing),
  hosts: line(occasionMost.hosts, occasionTexts.hostsLong, occasionTexts.hostsMissing),
  words: lines(occasionMost.words, occasionTexts.wordsLong),
  style: z.enum(styles).catch('celebration'),
  sign: z.enum(signs).catch('none'),
  image: driveImageField,
  language: z.enum(['en', 'sw']).catch('en'),
  version: z.coerce.number().int().min(1),
})
export const gatheringStatusForm = z.object({ status: z.enum(['open', 'closed']) })
export const newcomersForm = z.object({ newcomers: z.enum(newcomers) })
/** A number that guests may call; null if left empty. */
export const contactForm = z.object({
  contact: z
    .string()
    .trim()
    .default('')
    .transform((typed, refused) => {
      const number = phoneIn(typed) ?? null
      if (typed && !number) refused.addIssue({ code: 'custom', message: said(occasionTexts.phoneShape) })
      return number
    }),
})
export const driveForm = z.object({ drive: z.string().trim().max(80).default('') })
/** A box to tick before an action that can't be undone. */
export const sureForm = z.object({ sure: z.literal('on', said(occasionTexts.sureMissing)) })
export const cancelOccasionForm = z.object({
  why: lines(occasionMost.why, occasionTexts.whyLong).pipe(z.string().min(1, said(occasionTexts.whyMissing))),
})

const fields = z.object({
  kind: z.enum(occasionKinds, said(occasionTexts.kindMissing)),
  name: line(occasionMost.name, occasionTexts.nameLong, occasionTexts.nameMissing),
  zone: z.string(said(occasionTexts.zoneUnknown)).trim().refine(isZone, said(occasionTexts.zoneUnknown)),
  day,
  time: day,
  endDay: day,
  endTime: day,
  place: line(occasionMost.place, occasionTexts.placeLong),
  landmark: line(occasionMost.place, occasionTexts.placeLong),
  map: link(occasionTexts.mapShape),
  lat: degrees,
  lng: degrees,
  travel: lines(occasionMost.travel, occasionTexts.travelLong),
  dress: line(occasionMost.dress, occasionTexts.dressLong),
  programme: lines(occasionMost.programme, occasionTexts.programmeLong),
  stream: link(occasionTexts.streamShape),
  streamOpen: switched,
  capacity: z
    .string()
    .trim()
    .default('')
    .pipe(
      z
        .union([z.literal('').transform(() => null), number(1, occasionMost.capacity, occasionTexts.capacityRange)])
        .catch(-1),
    )
    .refine((seats) => seats !== -1, said(occasionTexts.capacityRange)),
  partyMost: number(1, occasionMost.party, occasionTexts.partyRange),
  plusOnes: number(0, occasionMost.plusOnes, occasionTexts.plusOnesRange),
  untilDay: day,
  untilTime: day,
  showsList: switched,
  showsCount: switched,
  approves: switched,
  waits: switched,
  shared: switched,
  walkIns: switched,
  version: z.coerce.number().int().min(0).catch(0),
})
type Fields = z.output<typeof fields>

/** An occasion's form, with its times as local clocks show them. `moved`: the clocks skip a typed time. */
export const occasionForm = fields.transform((typed, refused) => {
  const no = (field: keyof Fields, words: Words) =>
    refused.addIssue({ code: 'custom', path: [field], message: said(words) })
  const starts = timeOf(typed.day, typed.time, typed.zone)
  const ends = timeOf(typed.endDay || (typed.endTime && typed.day), typed.endTime, typed.zone)
  const until = timeOf(typed.untilDay, typed.untilTime || (typed.untilDay && '23:59'), typed.zone)
  const year = Number(typed.day.slice(0, 4))
  if (!starts) no('day', occasionTexts.startMissing)
  else if (year > new Date().getFullYear() + 5) no('day', occasionTexts.startRange)
  if (ends === undefined) no('endDay', occasionTexts.endShape)
  if (until === undefined) no('untilDay', occasionTexts.untilShape)
  if (starts && ends) {
    if (ends.at <= starts.at || ends.local <= starts.local) no('endDay', occasionTexts.endBefore)
    else if (Date.parse(`${ends.local}Z`) - Date.parse(`${starts.local}Z`) > occasionMost.days * 86_400_000)
      no('endDay', occasionTexts.endFar)
  }
  if (starts && until && until.at >= (ends?.at ?? new Date(starts.at.getTime() + 6 * 3_600_000)))
    no('untilDay', occasionTexts.untilLate)
  const pin = pinOf(typed)
  if (pin === undefined) no('lat', occasionTexts.pinShape)
  const {
    day: _d,
    time: _t,
    endDay: _ed,
    endTime: _et,
    untilDay: _ud,
    untilTime: _ut,
    lat: _la,
    lng: _ln,
    ...rest
  } = typed
  return {
    ...rest,
    startsLocal: starts?.local ?? '',
    startsAt: starts?.at ?? new Date(0),
    endsLocal: ends?.local ?? null,
    answersUntil: until?.at ?? null,
    pin: pin ?? null,
    moved: Boolean(starts?.moved || ends?.moved),
  }
})
export type OccasionAsked = z.output<typeof occasionForm>

/** The usual values of a first occasion; the host changes them later. */
const usual = {
  zone: 'Africa/Nairobi',
  partyMost: '4',
  plusOnes: '0',
  waits: 'on',
  showsCount: 'on',
  walkIns: 'on',
}

/** A new gathering with its first occasion, whose name is the title. */
export const newInvitationForm = z.record(z.string(), z.unknown()).transform((sent, refused) => {
  const gathering = gatheringForm.safeParse(sent)
  const name = occasionNameOf(oneLine(String(sent.title ?? '')))
  const first = occasionForm.safeParse({ ...usual, ...sent, name })
  const wrong = [...(gathering.error?.issues ?? []), ...(first.error?.issues ?? [])]
  // A missing title is reported at the title, not at the name.
  for (const { path, message } of wrong) if (path[0] !== 'name') refused.addIssue({ code: 'custom', path, message })
  if (!gathering.data || !first.data) return z.NEVER
  return { gathering: gathering.data, first: first.data }
})

/** Returns null if both are empty, and undefined if they are no day and time. */
function timeOf(dayTyped: string, time: string, zone: string) {
  if (!dayTyped && !time) return null
  if (!isDay(dayTyped) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time) || !isZone(zone)) return undefined
  const typed = `${dayTyped}T${time}`
  const at = momentAt(typed, zone)
  const local = localAt(at, zone)
  return { at, local, moved: local !== typed }
}

function pinOf({ lat, lng }: Pick<Fields, 'lat' | 'lng'>) {
  if (!lat && !lng) return null
  const shape = /^-?[0-9]{1,3}(\.[0-9]{1,12})?$/
  if (!shape.test(lat) || !shape.test(lng)) return undefined
  return Math.abs(Number(lat)) <= 90 && Math.abs(Number(lng)) <= 180
    ? { lat: Number(lat), lng: Number(lng) }
    : undefined
}

/** The number of an occasion in a form; invalid numbers become 0, which no occasion has. */
export const occasionNo = z.string().catch('').transform(noIn)

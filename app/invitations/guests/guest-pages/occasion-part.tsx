import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { InvitationSeen } from '#app/invitations/guests/guest.server.ts'
import { guestNameMax, invitationTexts, type Reply, replies } from '#app/invitations/guests/invitation.ts'
import type { OccasionSeen } from '#app/invitations/guests/occasion-seen.server.ts'
import type { Newcomers } from '#app/invitations/occasions/occasion.ts'
import { endOfOccasion } from '#app/invitations/occasions/times.ts'
import { knownLanguage, type Language } from '#app/kit/languages.ts'
import type { Answer } from '#app/kit/says.ts'
import { cityBeside, cityOf, clockThere, dayThere, isKenyanTime, localAt, momentAt } from '#app/kit/zones.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { AnswerForm, AnswerPart, asksAll } from './answer-form.tsx'
import { AnswerState, Cancelled, Room } from './answer-state.tsx'
import { isToCome } from './reply-band.tsx'

type Invited = OccasionSeen & { invitation: InvitationSeen }
type OccasionPartProps = {
  /** The address of the guest's page. */
  page: string
  occasion: Invited
  host: string
  first: Answer | undefined
  listed: boolean
  email: { known: boolean } | undefined
  now: Date
  /** The gathering is for a drive that takes gifts now. */
  canGive: boolean
}

/** One occasion on a guest's page: the facts, and the complete answer form. */
export function OccasionPart({ page, occasion, host, first, listed, email, now, canGive }: OccasionPartProps) {
  const { no, name, standing, invitation } = occasion
  return (
    <section id={isToCome(occasion) ? undefined : `o${no}`} aria-labelledby={`o${no}-name`} className="grid gap-4">
      <h2 id={`o${no}-name`} dir="auto" className="text-2xl">
        {name}
      </h2>
      {!isToCome(occasion) && <AnswerState occasion={occasion} host={host} />}
      <OccasionFacts occasion={occasion} />
      {standing !== 'cancelled' && <ComingPeople occasion={occasion} />}
      <Livestream occasion={occasion} now={now} />
      {asksAll(invitation) && <AnswerPart {...{ page, occasion, first, listed, email, canGive }} />}
    </section>
  )
}

type SharedPartProps = {
  /** The address of the gathering's page. */
  page: string
  occasion: OccasionSeen
  host: string
  first: Answer | undefined
  newcomers: Newcomers
  formKey: string
  /** The answer that was pressed below the card. */
  chosen: { no: number; reply: Reply } | undefined
  now: Date
}

/** One occasion on the page that everybody may open: the facts, and an answer form that asks for the person's name. */
export function SharedPart({ page, occasion, host, first, newcomers, formKey, now, chosen }: SharedPartProps) {
  const { i18n } = useLingui()
  const { no, name, kind, partyMost, standing, approves } = occasion
  const answer = first?.typed?.no === String(no) ? first : undefined
  return (
    <section id={`o${no}`} aria-labelledby={`o${no}-name`} className="grid gap-4">
      <h2 id={`o${no}-name`} dir="auto" className="text-2xl">
        {name}
      </h2>
      {standing !== 'open' && <Shut standing={standing} why={occasion.cancelledWhy} host={host} />}
      <OccasionFacts occasion={occasion} />
      {standing !== 'cancelled' && <ComingPeople occasion={occasion} />}
      <Livestream occasion={occasion} now={now} />
      {standing === 'open' && <Room occasion={occasion} />}
      {standing === 'open' && newcomers === 'none' && <p>{i18n._(invitationTexts.noNewcomers)}</p>}
      {standing === 'open' && newcomers !== 'none' && (
        <AnswerForm
          action={`${page}/answer`}
          {...{ no, kind, first }}
          most={partyMost}
          replies={[...replies]}
          before={{ reply: chosen?.no === no ? chosen.reply : undefined, adults: 1, children: 0, wish: '' }}
          email={{ known: false }}
        >
          <input type="hidden" name="key" value={answer?.typed?.key ?? formKey} />
          <Who answer={answer} />
          {(approves || newcomers === 'ask') && (
            <p className="text-muted text-sm">
              <Trans>The hosts look at each answer first.</Trans>
            </p>
          )}
        </AnswerForm>
      )}
    </section>
  )
}

const Who = ({ answer }: { answer: Answer | undefined }) => (
  <>
    <Field name="name" label={<Trans>Your name</Trans>} answer={answer}>
      <Input autoComplete="name" maxLength={guestNameMax} required />
    </Field>
    <Field
      name="phone"
      label={<Trans>Phone number</Trans>}
      answer={answer}
      hint={<Trans>Only the hosts see it.</Trans>}
    >
      <Input type="tel" inputMode="tel" autoComplete="tel" maxLength={30} placeholder="0712 345 678" required />
    </Field>
  </>
)

type ShutProps = { standing: OccasionSeen['standing']; why: string | null; host: string }

/** The reason why nobody can answer here. */
function Shut({ standing, why, host }: ShutProps) {
  const { t } = useLingui()
  if (standing === 'cancelled') return <Cancelled why={why ?? ''} />
  if (standing === 'over')
    return (
      <p>
        <Trans>This occasion is over.</Trans>
      </p>
    )
  if (standing === 'closed')
    return (
      <p>
        <Trans>Answers are no longer taken.</Trans>
      </p>
    )
  return <p>{t`The day for answers has passed. If you want to come, please write to ${host}.`}</p>
}

type Facts = Pick<
  OccasionSeen,
  | 'startsAt'
  | 'endsAt'
  | 'zone'
  | 'place'
  | 'landmark'
  | 'mapUrl'
  | 'lat'
  | 'lng'
  | 'travel'
  | 'dress'
  | 'programme'
  | 'was'
>

/** The time and place of an occasion, the way there, and the dress code. Former details are struck through. */
function OccasionFacts({ occasion }: { occasion: Facts }) {
  const { t, i18n } = useLingui()
  const language = knownLanguage(i18n.locale)
  const { startsAt, zone, place, landmark, travel, dress, programme } = occasion
  const was = wasOf(occasion)
  const map = mapOf(occasion)
  return (
    <dl className="grid gap-3">
      <Fact name={t`Day`}>
        {was && <Was now={dayThere(language, startsAt, zone)}>{dayThere(language, was.startsAt, was.zone)}</Was>}
        <span className="font-semibold">{dayThere(language, startsAt, zone)}</span>
      </Fact>
      <Fact name={t({ message: 'Time', context: 'occasion' })}>
        {was && <Was now={timesOf(language, occasion)}>{timesOf(language, was)}</Was>}
        <span className="figures font-semibold">{timesOf(language, occasion)}</span>
        <ViewersTime startsAt={startsAt} zone={zone} />
        <TimesElsewhere startsAt={startsAt} zone={zone} language={language} />
      </Fact>
      {(place || was?.place) && (
        <Fact name={t`Place`}>
          {was?.place && <Was now={place}>{was.place}</Was>}
          <span dir="auto" className="font-semibold">
            {place}
          </span>
          {was?.landmark && <Was now={landmark}>{was.landmark}</Was>}
          {landmark && <span dir="auto">{landmark}</span>}
          {map && (
            <a href={map} rel="noreferrer" className="inline-flex min-h-11 items-center text-link">
              <Trans>Open the map</Trans>
            </a>
          )}
        </Fact>
      )}
      <Typed name={t`How to get there`}>{travel}</Typed>
      <Typed name={t`Dress`}>{dress}</Typed>
      <Typed name={t`Programme`}>{programme}</Typed>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <dt className="text-muted text-sm leading-6">{name}</dt>
      <dd className="grid justify-items-start">{children}</dd>
    </div>
  )
}

/** A text as the host typed it, with its line breaks. */
const Typed = ({ name, children }: { name: string; children: string }) =>
  children === '' ? null : (
    <Fact name={name}>
      <span dir="auto" className="whitespace-pre-line">
        {children}
      </span>
    </Fact>
  )

/** The former detail, if it has changed. */
const Was = ({ now, children }: { now: string; children: string }) =>
  now === children ? null : (
    <s dir="auto" className="text-muted">
      {children}
    </s>
  )

/** Returns the former details, with their local times as moments. */
function wasOf({ was }: Pick<Facts, 'was'>) {
  if (!was) return null
  const { starts, ends, ...rest } = was
  return { ...rest, startsAt: momentAt(starts, was.zone), endsAt: ends ? momentAt(ends, was.zone) : null }
}

/** Returns '10:00 – 16:00', with the city if the clock differs from Kenya's. */
function timesOf(language: Language, { startsAt, endsAt, zone }: Pick<Facts, 'startsAt' | 'endsAt' | 'zone'>): string {
  const begins = clockThere(language, startsAt, zone)
  const city = cityBeside(zone)
  if (!endsAt) return `${begins}${city}`
  const sameDay = localAt(startsAt, zone).slice(0, 10) === localAt(endsAt, zone).slice(0, 10)
  const ends = clockThere(language, endsAt, zone)
  return `${begins} – ${sameDay ? ends : `${dayThere(language, endsAt, zone)}, ${ends}`}${city}`
}

/** Returns the host's own link to a map, else the way to the pin, else a search for the place's name. */
const mapOf = ({ mapUrl, lat, lng, place }: Pick<Facts, 'mapUrl' | 'lat' | 'lng' | 'place'>) => {
  if (mapUrl) return mapUrl
  const maps = 'https://www.google.com/maps'
  if (lat !== null && lng !== null) return `${maps}/dir/?api=1&destination=${lat},${lng}`
  return place ? `${maps}/search/?api=1&query=${encodeURIComponent(place)}` : null
}

/** The reader's local time: filled in by the page's small script if the reader's clock differs. */
function ViewersTime({ startsAt, zone }: Pick<Facts, 'startsAt' | 'zone'>) {
  const { t } = useLingui()
  const place = '%'
  return (
    <span
      hidden
      className="figures"
      data-at={startsAt.toISOString()}
      data-there={localAt(startsAt, zone)}
      data-words={t`${place} where you are`}
    />
  )
}

/** Time zones where many guests from afar live. */
const places = ['Africa/Nairobi', 'Europe/London', 'Asia/Dubai', 'Africa/Johannesburg', 'America/New_York']

/** The beginning by the clocks of other places, with the day if it differs. */
function TimesElsewhere({ startsAt, zone, language }: { startsAt: Date; zone: string; language: Language }) {
  const day = (there: string) => localAt(startsAt, there).slice(0, 10)
  const others = places.filter((there) => there !== zone && !(isKenyanTime(there) && isKenyanTime(zone)))
  return (
    <details>
      <summary className="inline-flex min-h-11 items-center text-link">
        <Trans>Times elsewhere</Trans>
      </summary>
      <ul className="figures grid gap-1 pb-2">
        <li>
          {cityOf(zone)}: {clockThere(language, startsAt, zone)}
        </li>
        {others.map((there) => (
          <li key={there}>
            {cityOf(there)}: {clockThere(language, startsAt, there)}
            {day(there) === day(zone) ? '' : `, ${dayThere(language, startsAt, there)}`}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The number of people who come, and the names of those who agreed to be shown, as far as the host shows them. */
function ComingPeople({ occasion }: { occasion: Pick<OccasionSeen, 'coming' | 'names' | 'standing'> }) {
  const { coming, names, standing } = occasion
  const isOver = standing === 'over'
  if (!coming && names.length === 0) return null
  return (
    <div className="text-muted">
      {Boolean(coming) && (
        <p>
          {isOver ? (
            <Plural value={coming!} one="# person said yes" other="# people said yes" />
          ) : (
            <Plural value={coming!} one="# person is coming" other="# people are coming" />
          )}
        </p>
      )}
      {names.length > 0 && (
        <details>
          <summary className="inline-flex min-h-11 items-center text-link">
            {isOver ? <Trans>Who said yes</Trans> : <Trans>Who comes</Trans>}
          </summary>
          <ul dir="auto">
            {names.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

const minute = 60_000
type LivestreamProps = {
  occasion: Pick<OccasionSeen, 'streamUrl' | 'startsAt' | 'endsAt' | 'zone' | 'standing'>
  now: Date
}

/** The link to the livestream, from half an hour before the beginning until two hours after the end. */
function Livestream({ occasion, now }: LivestreamProps) {
  const { i18n } = useLingui()
  const language = knownLanguage(i18n.locale)
  const { streamUrl, startsAt, zone, standing } = occasion
  const opens = new Date(startsAt.getTime() - 30 * minute)
  const closes = new Date(endOfOccasion(occasion).getTime() + 120 * minute)
  if (!streamUrl || standing === 'cancelled' || now >= closes) return null
  const time = `${dayThere(language, opens, zone)}, ${clockThere(language, opens, zone)}`
  if (now < opens)
    return (
      <p>
        <Trans>The livestream can be opened here from {time}.</Trans>
      </p>
    )
  return (
    <a href={streamUrl} rel="noreferrer" className={buttonClass({ variant: 'secondary', size: 'large', wide: true })}>
      <Trans>Watch the livestream</Trans>
    </a>
  )
}

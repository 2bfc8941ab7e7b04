import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Check, CloudOff, CloudUpload } from 'lucide-react'
import type { Language } from '#app/kit/languages.ts'
import { clockThere } from '#app/kit/zones.ts'
import { StoreLine } from './begin.tsx'
import type { Phone } from './phone.ts'
import { TroubleLine } from './trouble-line.tsx'

/** Which door this is, how many are inside, and whether all is sent. */
export function DoorHead({ phone }: { phone: Phone }) {
  const { door, occasion } = phone.book.head!
  const { heads, guests } = phone.book
  return (
    <header className="grid gap-2 *:min-w-0">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 className="wrap-anywhere text-2xl" dir="auto">
            {door.name}
          </h1>
          <p className="wrap-anywhere text-muted text-sm" dir="auto">
            {occasion.name}
          </p>
        </div>
        <SentLine phone={phone} />
      </div>
      <p className="figures text-sm">
        <Plural value={heads} one="# person inside" other="# people inside" />
        {' · '}
        <Plural value={guests} one="# guest on the list" other="# guests on the list" />
      </p>
      {occasion.cancelled && (
        <p className="rounded-control bg-stop-soft p-3 font-semibold text-stop">
          <Trans>This occasion was cancelled.</Trans>
        </p>
      )}
      <StoreLine phone={phone} />
      {!phone.shown && <TroubleLine phone={phone} />}
      <FlagLines phone={phone} />
    </header>
  )
}

function SentLine({ phone: { online, waits } }: { phone: Phone }) {
  const icon = { 'aria-hidden': true, className: 'size-4 shrink-0' } as const
  return (
    <p role="status" className="inline-flex shrink-0 items-center gap-1.5 text-sm">
      {online ? waits > 0 ? <CloudUpload {...icon} /> : <Check {...icon} /> : <CloudOff {...icon} />}
      {waits > 0 ? (
        <Plural value={waits} one="# not sent yet" other="# not sent yet" />
      ) : online ? (
        <Trans>All sent</Trans>
      ) : (
        <Trans>No network</Trans>
      )}
    </p>
  )
}

/** Who came by one pass at two doors. The last three: the host sees all. */
function FlagLines({ phone: { book } }: { phone: Phone }) {
  const { t, i18n } = useLingui()
  const { zone } = book.head!.occasion
  const clock = (at: number) => clockThere(i18n.locale as Language, new Date(at), zone)
  const last = book.flags.slice(-3).reverse()
  if (last.length === 0) return null
  return (
    <ul className="grid gap-1 rounded-control bg-warn-soft p-3 text-sm text-warn" aria-label={t`Let in twice`}>
      {last.map(({ arrival, other }) => {
        const [name, door, otherDoor] = [book.nameOf(arrival), book.doorName(arrival.door), book.doorName(other.door)]
        const [time, otherTime] = [clock(arrival.at), clock(other.at)]
        return (
          <li key={arrival.id} className="wrap-anywhere" dir="auto">
            {t`${name}: ${door}, ${time}; also at ${otherDoor}, ${otherTime}`}
          </li>
        )
      })}
    </ul>
  )
}

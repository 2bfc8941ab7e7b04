import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Check, CloudOff, CloudUpload } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import type { DoorGuest } from '#app/invitations/door/event.ts'
import { passIn } from '#app/invitations/door/pass.ts'
import { partyOf } from '#app/invitations/door/verdict.ts'
import { invitationStateWords } from '#app/invitations/guests/invitation.ts'
import { type Language, languages } from '#app/kit/languages.ts'
import { clockThere } from '#app/kit/zones.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { StoreLine, TroubleLine, VerdictPart, WalkIn } from './let-in.tsx'
import { type DoorPhone, passCodeIn } from './phone.ts'
import { ScanPart } from './scan-part.tsx'

type Props = { phone: DoorPhone; turn: () => void }

/** The whole screen of the phone. */
export function DoorProgram({ phone, turn }: Props) {
  useSyncExternalStore(phone.listen, () => phone.version)
  useAwake(phone.phase === 'open')
  return (
    <div className="mx-auto grid min-h-dvh max-w-xl content-start gap-4 p-4 pb-10 *:min-w-0">
      <Inside phone={phone} turn={turn} />
    </div>
  )
}

function Inside({ phone, turn }: Props) {
  const { phase, shown } = phone
  if (phase === 'open')
    return (
      <>
        <DoorHead phone={phone} />
        <main id="main" className="grid gap-4 *:min-w-0">
          {shown && <VerdictPart phone={phone} shown={shown} />}
          <div className="contents" hidden={Boolean(shown) && !shown?.done}>
            <ScanPart phone={phone} />
            <FindPart phone={phone} />
            <MorePart phone={phone} turn={turn} />
          </div>
        </main>
      </>
    )
  if (phase === 'joining' || (phase === 'starting' && phone.hasCode)) return <JoinPart phone={phone} turn={turn} />
  if (phase === 'shut') return <ShutPart phone={phone} />
  return (
    <Still below={phase === 'outside' && <LanguageButton turn={turn} />}>
      {phase === 'starting' && <Trans>One moment...</Trans>}
      {phase === 'elsewhere' && <Trans>The door is open in another tab. Close that one, and this one goes on.</Trans>}
      {phase === 'outside' && (
        <Trans>This phone is no door yet. Ask the host for a code, and scan it with your camera.</Trans>
      )}
    </Still>
  )
}

const Still = ({ children, below }: { children: ReactNode; below: ReactNode }) => (
  <main id="main" className="grid justify-items-start gap-3 py-8">
    <h1 className="text-3xl">
      <Trans>Door</Trans>
    </h1>
    <p className="text-lg">{children}</p>
    {below}
  </main>
)

/** Keeps the screen on while the door is open. Browsers release the wake lock whenever the page is hidden. */
function useAwake(when: boolean) {
  useEffect(() => {
    if (!when) return
    const ask = () => {
      if (document.visibilityState === 'visible') void navigator.wakeLock?.request('screen').catch(() => {})
    }
    ask()
    document.addEventListener('visibilitychange', ask)
    return () => document.removeEventListener('visibilitychange', ask)
  }, [when])
}

/** The field for everything typed: the code of a pass, a name, the last four digits, or a hand-held scanner's input. */
function FindPart({ phone }: { phone: DoorPhone }) {
  const [text, setText] = useState('')
  const found = phone.book.find(text)
  const meet = (event: FormEvent) => {
    event.preventDefault()
    if (!text.trim()) return
    const isCode = passIn(text) || phone.book.byCode(passCodeIn(text))
    if (!isCode && found.length > 1) return
    setText('')
    void (!isCode && found[0] ? phone.pick(found[0]) : phone.meet(text, 'code'))
  }
  const pick = (guest: DoorGuest) => {
    setText('')
    void phone.pick(guest)
  }
  return (
    <section className="grid gap-3 *:min-w-0">
      <form onSubmit={meet} className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field label={<Trans>Code, name or last four digits</Trans>}>
            <Input
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              enterKeyHint="go"
            />
          </Field>
        </div>
        <Button variant="secondary">
          <Trans>Check</Trans>
        </Button>
      </form>
      {found.length > 0 && <FoundList found={found} pick={pick} />}
    </section>
  )
}

function FoundList({ found, pick }: { found: DoorGuest[]; pick: (guest: DoorGuest) => void }) {
  const { t, i18n } = useLingui()
  return (
    <ul aria-label={t`Guests found`} className="divide-y divide-line rounded-card border border-line bg-card">
      {found.map((guest) => (
        <li key={guest.id}>
          <button type="button" onClick={() => pick(guest)} className="grid min-h-13 w-full px-4 py-2 text-left">
            <span className="wrap-anywhere font-semibold" dir="auto">
              {guest.name}
            </span>
            <span className="text-muted text-sm">
              {guest.code} · <Plural value={partyOf(guest)} one="# person" other="# people" /> ·{' '}
              {i18n._(invitationStateWords[guest.state])}
              {guest.lastFour && ` · …${guest.lastFour}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The door's name, how many guests are inside, and whether everything is sent. */
function DoorHead({ phone }: { phone: DoorPhone }) {
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

function SentLine({ phone: { online, waits } }: { phone: DoorPhone }) {
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

/** Guests who came by one pass at two doors. Only the last three: the host sees all. */
function FlagLines({ phone: { book } }: { phone: DoorPhone }) {
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

/** Rarely needed parts: walk-ins, this phone's arrivals, the language, and leaving. */
function MorePart({ phone, turn }: { phone: DoorPhone; turn: () => void }) {
  const { walkIns } = phone.book.head!.occasion
  const summary = 'min-h-11 cursor-pointer py-2 font-semibold'
  return (
    <div className="grid gap-2 *:min-w-0">
      {walkIns && (
        <details className="rounded-card border border-line bg-card px-4">
          <summary className={summary}>
            <Trans>A person on no list</Trans>
          </summary>
          <div className="pb-4">
            <WalkIn phone={phone} />
          </div>
        </details>
      )}
      <details className="rounded-card border border-line bg-card px-4">
        <summary className={summary}>
          <Trans>Let in here</Trans>
        </summary>
        <OwnList phone={phone} />
      </details>
      <details className="rounded-card border border-line bg-card px-4">
        <summary className={summary}>
          <Trans>More</Trans>
        </summary>
        <div className="flex flex-wrap gap-2 pb-4">
          <LanguageButton turn={turn} />
          <Leave phone={phone} />
        </div>
      </details>
    </div>
  )
}

/** The last arrivals of this phone, each with an undo button. */
function OwnList({ phone }: { phone: DoorPhone }) {
  const { t, i18n } = useLingui()
  const { own, head } = phone.book
  if (own.length === 0)
    return (
      <p className="pb-4 text-muted">
        <Trans>Nobody yet.</Trans>
      </p>
    )
  return (
    <ol className="divide-y divide-line pb-2">
      {own.slice(0, 20).map((arrival) => {
        const name = phone.book.nameOf(arrival) || t`Without a name`
        return (
          <li key={arrival.id} className="flex items-center justify-between gap-3 py-2">
            <span className="wrap-anywhere min-w-0" dir="auto">
              {name} · {clockThere(i18n.locale as Language, new Date(arrival.at), head!.occasion.zone)} ·{' '}
              <Plural value={arrival.people} one="# person" other="# people" />
            </span>
            <Button
              type="button"
              variant="secondary"
              aria-label={t`Undo: ${name}`}
              onClick={() => void phone.undo(arrival)}
            >
              <Trans>Undo</Trans>
            </Button>
          </li>
        )
      })}
    </ol>
  )
}

function Leave({ phone }: { phone: DoorPhone }) {
  const [sure, setSure] = useState(false)
  return (
    <Button type="button" variant="secondary" onClick={() => (sure ? void phone.leave() : setSure(true))}>
      {sure ? <Trans>Yes, forget the list on this phone</Trans> : <Trans>Leave this door</Trans>}
    </Button>
  )
}

/** The screen before joining, whose words the server has sent before. */
function JoinPart({ phone, turn }: { phone: DoorPhone; turn: () => void }) {
  return (
    <main id="main" className="grid justify-items-start gap-4 py-8">
      <h1 className="text-3xl">
        <Trans>Let guests in with this phone</Trans>
      </h1>
      <p>
        <Trans>
          You scan passes here, and search names. It works without a network, too. The list of guests stays on this
          phone until the day after the occasion.
        </Trans>
      </p>
      {phone.phase === 'starting' ? (
        <p className="text-lg">
          <Trans>One moment...</Trans>
        </p>
      ) : (
        <JoinButton phone={phone} />
      )}
      <LanguageButton turn={turn} />
    </main>
  )
}

/** Joining needs a press: a program that only opens the link uses nothing up. */
function JoinButton({ phone }: { phone: DoorPhone }) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const name = phone.book.head?.door.name
  const join = async () => {
    setBusy(true)
    await phone.join()
    setBusy(false)
  }
  return (
    <>
      {name && (
        <p role="status" className="rounded-control bg-warn-soft p-3 text-warn">
          {phone.waits > 0
            ? t`This phone is the door ${name}, and has not sent all yet. Open /door with a network first.`
            : t`This phone is the door ${name} now. When you join, it lets go of that.`}
        </p>
      )}
      <StoreLine phone={phone} />
      <TroubleLine phone={phone} />
      <Button
        type="button"
        size="large"
        wide
        busy={busy}
        busyText={t`Joining...`}
        disabled={phone.waits > 0}
        onClick={join}
      >
        <Trans>Join</Trans>
      </Button>
    </>
  )
}

/** The door is not open: not yet, no longer, or not for this phone. */
function ShutPart({ phone }: { phone: DoorPhone }) {
  const { t } = useLingui()
  const { head } = phone.book
  const words = {
    early: t`Doors open two days before the occasion.`,
    over: t`The occasion is over. Thank you for your help.`,
    closed: t`This door is closed for now.`,
    revoked: t`The host has shut this door.`,
    open: t`This phone is no door any more. Ask the host for a new code.`,
  }
  return (
    <main id="main" className="grid justify-items-start gap-4 py-8">
      <h1 className="text-3xl" dir="auto">
        {head?.door.name ?? t`Door`}
      </h1>
      <p className="text-lg">{words[head?.state ?? 'open']}</p>
      {phone.waits > 0 ? (
        <p role="status" className="rounded-control bg-warn-soft p-3 text-warn">
          <Trans>{phone.waits} not sent yet. Keep this page open with a network.</Trans>
        </p>
      ) : (
        <p className="text-muted">
          <Trans>Everything was sent. The list of guests is gone from this phone.</Trans>
        </p>
      )}
    </main>
  )
}

/** The other language, by its own name. */
function LanguageButton({ turn }: { turn: () => void }) {
  const { i18n } = useLingui()
  const other = i18n.locale === 'sw' ? 'en' : 'sw'
  return (
    <Button type="button" variant="secondary" lang={other} className="my-1" onClick={turn}>
      {languages[other]}
    </Button>
  )
}

import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Copy } from 'lucide-react'
import type { Language } from '#app/kit/languages.ts'
import type { Answer, Said, Says } from '#app/kit/says.ts'
import { ageOf } from '#app/kit/time.ts'
import { clockThere, dayThere } from '#app/kit/zones.ts'
import { Ago, useNow } from '#app/ui/age.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { copyText } from '#app/ui/copy-text.ts'
import { cx } from '#app/ui/cx.ts'
import { Field, Input } from '#app/ui/field.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { toast } from '#app/ui/toast.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { sawWords } from './arrivals-file.ts'
import type { ArrivalSeen, DoorSeen, DoorsPage, FlagSeen } from './doors-page.server.ts'
import { doorMost, opensLater } from './event.ts'

type Filled = Extract<DoorsPage, { doors: unknown }>

/** The doors of one occasion: how many are inside, guests let in twice, the phones, and the last arrivals. */
export function DoorsPart({ slug, served, page }: { slug: string; served: number; page: Filled }) {
  const { occasion, doors, last, flags } = page
  const opens = opensLater(occasion, new Date(served))
  return (
    <>
      <Inside page={page} />
      {flags.length > 0 && (
        <Card level={3} title={<Trans>Let in twice</Trans>}>
          <FlagList flags={flags} zone={occasion.zone} />
        </Card>
      )}
      <Card level={3} title={<Trans>Doors</Trans>}>
        {doors.length > 0 ? (
          <DoorList slug={slug} doors={doors} served={served} />
        ) : (
          <p className="text-muted">
            <Trans>No door yet. A helper joins with their own phone in a minute.</Trans>
          </p>
        )}
      </Card>
      {!occasion.over && (
        <Changing>
          <Card level={3} title={<Trans>Add a door</Trans>}>
            {opens && (
              <div className="mb-4">
                <OpensLine opens={opens.getTime()} zone={occasion.zone} />
              </div>
            )}
            <AddDoor slug={slug} no={occasion.no} key={occasion.no} />
          </Card>
        </Changing>
      )}
      {!occasion.over && <PaperPart slug={slug} no={occasion.no} />}
      {last.length > 0 && (
        <Card level={3} title={<Trans>Came last</Trans>}>
          <ArrivalList arrivals={last} zone={occasion.zone} />
        </Card>
      )}
    </>
  )
}

function Inside({ page: { heads, apart } }: { page: Filled }) {
  return (
    <Card level={3} title={<Trans>Inside</Trans>}>
      <p className="figures font-bold font-display text-3xl">
        <Plural value={heads} one="# person" other="# people" />
      </p>
      {apart > 0 && (
        <p className="mt-2 text-sm">
          <Plural
            value={apart}
            one="# event came of the time after its door was shut. It is not counted; the file has it."
            other="# events came of the time after their door was shut. They are not counted; the file has them."
          />
        </p>
      )}
    </Card>
  )
}

/** Links to paper for a door without a phone. */
function PaperPart({ slug, no }: { slug: string; no: number }) {
  const file = (name: string) => `/gathering/${slug}/door/${name}.pdf?occasion=${no}`
  return (
    <Card
      level={3}
      title={<Trans>On paper</Trans>}
      text={<Trans>Passes to cut out, eight on a sheet, and the guests by name with boxes to tick.</Trans>}
    >
      <div className="flex flex-wrap gap-3">
        <a href={file('cards')} download className={buttonClass({ variant: 'secondary' })}>
          <Trans>Print passes</Trans>
        </a>
        <a href={file('list')} download className={buttonClass({ variant: 'secondary' })}>
          <Trans>Print the list</Trans>
        </a>
      </div>
    </Card>
  )
}

/** The phones at the doors: each one's last call, and how many events it has not sent yet. */
function DoorList({ slug, doors, served }: { slug: string; doors: DoorSeen[]; served: number }) {
  const now = useNow(served)
  return (
    <ul className="-my-2 divide-y divide-line">
      {doors.map((door) => (
        <OneDoor key={door.id} slug={slug} door={door} now={now} />
      ))}
    </ul>
  )
}

function OneDoor({ slug, door, now }: { slug: string; door: DoorSeen; now: number }) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  const { id, name, revoked, unsent } = door
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="wrap-anywhere font-semibold" dir="auto">
          {name}
        </p>
        <p className="text-muted text-sm">
          <Standing door={door} now={now} />
        </p>
      </div>
      {unsent > 0 && (
        <Badge tone="warn">
          <Plural value={unsent} one="# not sent yet" other="# not sent yet" />
        </Badge>
      )}
      {!revoked && (
        <Changing>
          <Form method="post" action={`/gathering/${slug}/door/revoke`}>
            <input type="hidden" name="door" value={id} />
            <Button variant="secondary" busy={busy} aria-label={t`Shut the door ${name}`}>
              <Trans>Shut</Trans>
            </Button>
          </Form>
        </Changing>
      )}
    </li>
  )
}

function Standing({ door: { joined, joinUntil, heardAt, revoked }, now }: { door: DoorSeen; now: number }) {
  if (revoked) return <Trans>Door is shut</Trans>
  if (joined && heardAt)
    return ageOf(heardAt, new Date(now)).unit === 'now' ? (
      <Trans>Heard just now</Trans>
    ) : (
      <Trans>
        Heard <Ago at={heardAt} now={now} />
      </Trans>
    )
  return joinUntil.getTime() > now ? (
    <Trans>No phone has joined yet</Trans>
  ) : (
    <Trans>No phone joined in time. Shut it and add another.</Trans>
  )
}

/** Guests who were let in twice: both doors were right, as neither could know of the other. */
function FlagList({ flags, zone }: { flags: FlagSeen[]; zone: string }) {
  const { t, i18n } = useLingui()
  const clock = (at: Date) => clockThere(i18n.locale as Language, at, zone)
  return (
    <ul className="-my-2 divide-y divide-line">
      {flags.map(({ id, name, door, otherDoor, ...at }) => {
        const [time, otherTime] = [clock(at.at), clock(at.otherAt)]
        return (
          <li key={id} className="wrap-anywhere py-3" dir="auto">
            {t`${name}: ${door}, ${time}; also at ${otherDoor}, ${otherTime}`}
          </li>
        )
      })}
    </ul>
  )
}

/** The last arrivals, newest first. */
function ArrivalList({ arrivals, zone }: { arrivals: ArrivalSeen[]; zone: string }) {
  const { t, i18n } = useLingui()
  return (
    <ol className="-my-2 divide-y divide-line">
      {arrivals.map(({ id, name, people, door, at, saw }) => (
        <li key={id} className="flex items-baseline justify-between gap-x-6 py-3">
          <div className="min-w-0">
            <p className="wrap-anywhere font-semibold" dir="auto">
              {name ?? t`Without a name`}
            </p>
            <p className="wrap-anywhere text-muted text-sm" dir="auto">
              {[door, clockThere(i18n.locale as Language, at, zone), saw === 'good' ? '' : i18n._(sawWords[saw])]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          <p className="figures shrink-0">
            <Plural value={people} one="# person" other="# people" />
          </p>
        </li>
      ))}
    </ol>
  )
}

const says = {
  copied: { title: msg`Link copied` },
  notCopied: { title: msg`We could not copy the link`, text: msg`You can copy it from the field.`, tone: 'bad' },
} satisfies Record<string, Says>

type AddDoorProps = { slug: string; no: number; first?: Answer | undefined }
type Opens = { opens: number; zone: string }

/** The form that names a door; then it shows once the code that a helper's phone scans. */
export function AddDoor({ slug, no, first }: AddDoorProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction({ onDone: (form) => form?.reset() })
  const { link, picture, name, opens, zone } = answer?.gave ?? {}
  const later = opens ? { opens: Number(opens), zone: String(zone) } : null
  return (
    <div className="grid gap-5">
      <Form method="post" action={`/gathering/${slug}/door/new`} className="grid gap-4">
        <input type="hidden" name="no" value={no} />
        <Field
          label={<Trans>Name of the door</Trans>}
          name="name"
          answer={answer}
          required
          hint={<Trans>Such as Main gate. Each phone is a door of its own.</Trans>}
        >
          <Input maxLength={doorMost.doorName} autoComplete="off" />
        </Field>
        <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
          <Trans>Add a door</Trans>
        </Button>
      </Form>
      {link && <JoinCode link={String(link)} picture={String(picture)} name={String(name)} later={later} />}
    </div>
  )
}

/** The picture of the code is black on white in both themes, as cameras need it. */
type JoinCodeProps = { link: string; picture: string; name: string; later: Opens | null }
function JoinCode({ link, picture, name, later }: JoinCodeProps) {
  const { t } = useLingui()
  return (
    <div role="status" className="grid justify-items-center gap-4 rounded-card border border-line p-4 text-center">
      <p className="wrap-anywhere font-semibold text-xl" dir="auto">
        {name}
      </p>
      {later && <OpensLine {...later} />}
      <img
        src={picture}
        alt={t`Code for the phone of a helper`}
        width={296}
        height={296}
        className="h-auto max-w-full rounded-control"
      />
      <p className="max-w-md">
        {later ? (
          <Trans>
            It is shown once: keep the link, or send it now. It is good for one phone, from then on, for a day.
          </Trans>
        ) : (
          <Trans>
            Scan this with the phone that lets guests in. It is shown once, is good for one phone, and for a day.
          </Trans>
        )}
      </p>
      <Input readOnly value={link} aria-label={t`Link for the phone of a helper`} dir="ltr" />
      <LinkWays link={link} name={name} />
    </div>
  )
}

/** The day from which phones can join: long before the occasion their list would become outdated. */
function OpensLine({ opens, zone }: Opens) {
  const { t, i18n } = useLingui()
  const [language, at] = [i18n.locale as Language, new Date(opens)]
  const when = `${dayThere(language, at, zone)}, ${clockThere(language, at, zone)}`
  return <p className="font-semibold">{t`Helpers can join from ${when}.`}</p>
}

function LinkWays({ link, name }: { link: string; name: string }) {
  const { t, i18n } = useLingui()
  const hydrated = useHydrated()
  const text = t`Let guests in at the door ${name} with your phone: ${link}`
  const say = ({ title, text, tone = 'good' }: Says) => {
    const said: Said = { title: i18n._(title), tone }
    toast(text ? { ...said, text: i18n._(text) } : said)
  }
  const copy = async () => say((await copyText(link)) ? says.copied : says.notCopied)
  return (
    <div className="flex flex-wrap justify-center gap-2">
      <a
        href={`https://wa.me/?text=${encodeURIComponent(text)}`}
        target="_blank"
        rel="noopener noreferrer"
        className={cx(buttonClass({ variant: 'secondary' }), 'no-underline')}
      >
        <Trans>Send on WhatsApp</Trans>
      </a>
      {hydrated && (
        <Button type="button" variant="secondary" icon={<Copy aria-hidden="true" className="size-4" />} onClick={copy}>
          <Trans>Copy link</Trans>
        </Button>
      )}
    </div>
  )
}

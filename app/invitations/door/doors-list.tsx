import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ageOf } from '#app/kit/age.ts'
import type { Language } from '#app/kit/languages.ts'
import { clockThere } from '#app/kit/zones.ts'
import { Ago, useNow } from '#app/ui/age.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { sawWords } from './arrivals-file.ts'
import type { ArrivalSeen, DoorSeen, FlagSeen } from './doors-page.server.ts'

/** The phones at the doors: each one's last call, and how many events it has not sent yet. */
export function DoorList({ slug, doors, served }: { slug: string; doors: DoorSeen[]; served: number }) {
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
export function FlagList({ flags, zone }: { flags: FlagSeen[]; zone: string }) {
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
export function ArrivalList({ arrivals, zone }: { arrivals: ArrivalSeen[]; zone: string }) {
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

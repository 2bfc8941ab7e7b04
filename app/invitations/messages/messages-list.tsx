import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { phoneWhole } from '#app/kit/phone.ts'
import { Ago } from '#app/ui/age.tsx'
import { Badge, type BadgeTone } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { type LineState, lineStates, lineWords, messageKindWords, messageWayWords, whyOfMessage } from './message.ts'
import type { Counts, LineSeen, MessageSeen } from './messages.server.ts'

/** The newest messages of a gathering, each with its progress. */
export function MessagesList({ slug, messages, served }: { slug: string; messages: MessageSeen[]; served: number }) {
  const { t } = useLingui()
  if (messages.length === 0)
    return (
      <EmptyState
        title={t`No message yet`}
        text={
          <Trans>
            Send your guests their cards, by email, by SMS or from your own phone. Reminders and changes go out
            automatically.
          </Trans>
        }
      />
    )
  return (
    <ul className="grid gap-3">
      {messages.map((message) => (
        <li key={message.id}>
          <OneMessage slug={slug} message={message} served={served} />
        </li>
      ))}
    </ul>
  )
}

function OneMessage({ slug, message, served }: { slug: string; message: MessageSeen; served: number }) {
  const { i18n } = useLingui()
  const { id, kind, words, at, occasion, stopped, counts } = message
  return (
    <Card
      level={3}
      title={
        <Link to={`/gathering/${slug}/messages/${id}`} className="text-link">
          {i18n._(messageKindWords[kind])}
        </Link>
      }
      text={
        <>
          {occasion && <span dir="auto">{occasion} · </span>}
          <Ago at={at} now={served} />
        </>
      }
      action={
        stopped ? (
          <Badge tone="stop">
            <Trans>Stopped</Trans>
          </Badge>
        ) : null
      }
    >
      {words && (
        <p className="wrap-anywhere mb-3 line-clamp-3 whitespace-pre-wrap" dir="auto">
          {words}
        </p>
      )}
      <MessageProgress counts={counts} />
    </Card>
  )
}

/** How many lines were sent, and how many need the host. */
export function MessageProgress({ counts: { all, sent, hand, failed, unsure, skipped } }: { counts: Counts }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="figures">
        <Trans>
          Sent to {sent} of <Plural value={all} one="# guest" other="# guests" />
        </Trans>
      </span>
      {hand > 0 && (
        <Badge tone="accent">
          <Plural value={hand} one="# waits for your phone" other="# wait for your phone" />
        </Badge>
      )}
      {failed > 0 && (
        <Badge tone="stop">
          <Plural value={failed} one="# not sent" other="# not sent" />
        </Badge>
      )}
      {unsure > 0 && (
        <Badge tone="warn">
          <Plural value={unsure} one="# maybe sent" other="# maybe sent" />
        </Badge>
      )}
      {skipped > 0 && (
        <Badge>
          <Plural value={skipped} one="# left out" other="# left out" />
        </Badge>
      )}
    </div>
  )
}

const tones: Record<LineState, BadgeTone> = {
  queued: 'neutral',
  sending: 'info',
  sent: 'gain',
  unsure: 'warn',
  failed: 'stop',
  skipped: 'neutral',
}

/** The guests of a message, first those whom it did not reach, and why. */
export function MessageLines({ rows }: { rows: LineSeen[] }) {
  const { i18n } = useLingui()
  if (rows.length === 0)
    return (
      <p className="text-muted">
        <Trans>No guests here.</Trans>
      </p>
    )
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-card">
      {rows.map(({ id, name, reach, way, state, why }) => {
        const reason = whyOfMessage(why)
        return (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3">
            <span className="min-w-0">
              <span className="wrap-anywhere block font-semibold" dir="auto">
                {name}
              </span>
              <span className="wrap-anywhere figures block text-muted text-sm">
                {[i18n._(messageWayWords[way]), reach?.startsWith('+') ? phoneWhole(reach) : reach]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {reason && <span className="block text-sm">{i18n._(reason)}</span>}
            </span>
            <Badge tone={tones[state]}>{i18n._(lineWords[state])}</Badge>
          </li>
        )
      })}
    </ul>
  )
}

/** Links that filter the lines by state. */
export function LineParts({ base, chosen, counts }: { base: string; chosen: LineState | null; counts: Counts }) {
  const { t, i18n } = useLingui()
  const parts = lineStates.filter((state) => counts[state] > 0)
  const way = (is: boolean) =>
    `inline-flex min-h-11 items-center rounded-control px-3 ${is ? 'bg-brand-soft font-semibold' : 'text-link'}`
  return (
    <nav aria-label={t`Guests by state`} className="flex flex-wrap gap-1">
      <Link to={base} className={way(chosen === null)} aria-current={chosen === null || undefined}>
        <Trans>All</Trans> ({counts.all})
      </Link>
      {parts.map((state) => (
        <Link
          key={state}
          to={`${base}?state=${state}`}
          className={way(chosen === state)}
          aria-current={chosen === state || undefined}
        >
          {i18n._(lineWords[state])} ({counts[state]})
        </Link>
      ))}
    </nav>
  )
}

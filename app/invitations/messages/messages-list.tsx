import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { Ago } from '#app/ui/age.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { messageKindWords } from './message.ts'
import type { Counts, MessageSeen } from './progress.server.ts'

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

import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from 'react-router'
import { knownLanguage } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { AlertDialog } from '#app/ui/dialog.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { PasteLine } from './paste.server.ts'
import { type GoesBack, goesWords } from './pasted-list.ts'

type RecentPastesProps = { slug: string; pastes: PasteLine[] }

/** The recent pastes, to continue or to take back. */
export function RecentPastes({ slug, pastes }: RecentPastesProps) {
  const { t, i18n } = useLingui()
  return (
    <ul className="grid">
      {pastes.map(({ id, at, by, rows, entered }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-3 border-line border-t py-3 first:border-t-0"
        >
          <div className="min-w-0">
            <Link to={`/fund-drive/${slug}/bridge/rows?paste=${id}`} className="font-semibold">
              {momentIn(knownLanguage(i18n.locale), new Date(at))}
            </Link>
            <p className="text-muted text-sm">
              <bdi>{by}</bdi>, {t`${plural(rows, { one: '# row', other: '# rows' })}`},{' '}
              {t`${plural(entered, { one: '# entered', other: '# entered' })}`}
            </p>
          </div>
          {entered > 0 && (
            <LinkButton to={`?back=${id}`} variant="secondary" size="small" preventScrollReset>
              <Trans>Take this paste back</Trans>
            </LinkButton>
          )}
        </li>
      ))}
    </ul>
  )
}

type TakeBackQuestionProps = RecentPastesProps & { asked: (GoesBack & { id: number }) | null }

/** Asks before a paste is taken back, and says what will be removed. The address opens it, so it works without a script, too. */
export function TakeBackQuestion({ slug, pastes, asked }: TakeBackQuestionProps) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const to = `/fund-drive/${slug}/bridge`
  const close = () => void navigate(to, { replace: true, preventScrollReset: true })
  const { Form, busy } = useFormAction({ onDone: close })
  const paste = pastes.find(({ id }) => id === asked?.id)
  return (
    <AlertDialog
      open={paste !== undefined}
      onClose={close}
      closeTo={to}
      title={<Trans>Take this paste back?</Trans>}
      text={<Trans>Its text is erased. To enter it again, paste it again.</Trans>}
      confirm={
        <Form method="post" action={`${to}/undo`} className="grid">
          <input type="hidden" name="paste" value={paste?.id} />
          <Button variant="danger" busy={busy} busyText={t`Taking back...`}>
            <Trans>Take the paste back</Trans>
          </Button>
        </Form>
      }
    >
      {paste && asked && (
        <>
          <p className="wrap-anywhere font-semibold">
            {momentIn(knownLanguage(i18n.locale), new Date(paste.at))} · <bdi>{paste.by}</bdi>
          </p>
          <ul className="mt-2 grid list-disc gap-1 pl-5">
            {goesWords(asked).map((words) => (
              <li key={words.id}>{i18n._(words)}</li>
            ))}
          </ul>
        </>
      )}
    </AlertDialog>
  )
}

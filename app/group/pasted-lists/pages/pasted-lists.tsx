import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from 'react-router'
import { DriveTitle, driveContext } from '#app/drives/drive/pages/context.tsx'
import { ownersOnly } from '#app/drives/drive/pages/guards.server.ts'
import { pasteForm, pasteIdForm } from '#app/group/pasted-lists/approved.ts'
import { collectorsOf, keepPaste, type PasteLine, recentPastes } from '#app/group/pasted-lists/paste.server.ts'
import { type GoesBack, goesWords, pastedListTexts } from '#app/group/pasted-lists/pasted-list.ts'
import { goesBack } from '#app/group/pasted-lists/take-back.server.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import type { Answer } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { part } from '#app/platform/part.server.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { AlertDialog } from '#app/ui/dialog.tsx'
import { Part } from '#app/ui/empty-state.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/pasted-lists.ts'
import { sheetIn } from './sheet.server.ts'

export const middleware: Route.MiddlewareFunction[] = [ownersOnly]

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, slug } = context.get(driveContext)
  const { paste: pasteId } = pasteIdForm.parse({ paste: url.searchParams.get('back') ?? '' })
  const asks = pasteId ? goesBack(db, { driveId: id, pasteId }) : undefined
  const reading = Promise.all([recentPastes(db, id), asks])
  const recent = await part(context, reading)
  return { slug, pasteId, recent }
}

export const action = formAction({
  form: pasteForm,
  page: true,
  failed: pastedListTexts.notKept,
  limits: (_, { context }) => [{ name: 'paste', key: context.get(personContext)!.id, times: 60, seconds: 3600 }],
  run: async ({ text }, { context }) => {
    const { id: driveId, slug } = context.get(driveContext)
    const by = context.get(personContext)!.id
    const beside = { sheet: await sheetIn(context), collectors: await collectorsOf(db, driveId) }
    const paste = await keepPaste(db, { driveId, by, text, ...beside })
    return { go: `/fund-drive/${slug}/bridge/rows?paste=${paste}` }
  },
})

export default function PastedLists({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, pasteId, recent } = loaderData
  const { t } = useLingui()
  return (
    <>
      <DriveTitle page={t`Paste a list`} />
      <h2 className="mb-1 text-2xl">
        <Trans>Paste a list</Trans>
      </h2>
      <p className="mb-4 text-muted">
        <Trans>
          Paste M-Pesa, Airtel or bank messages, or your group’s list. You check each row before it is entered.
        </Trans>
      </p>
      <div className="grid gap-5">
        <Card>
          <PasteForm slug={slug} first={actionData} />
        </Card>
        {(recent === 'failed' || recent[0].length > 0) && (
          <Card
            level={3}
            title={<Trans>Pasted in the last 30 days</Trans>}
            text={<Trans>After that the text is erased. What you entered stays.</Trans>}
          >
            <Part of={recent}>{([pastes]) => <RecentPastes slug={slug} pastes={pastes} />}</Part>
          </Card>
        )}
      </div>
      {recent !== 'failed' && (
        <TakeBackQuestion slug={slug} pastes={recent[0]} asked={recent[1] ? { id: pasteId!, ...recent[1] } : null} />
      )}
    </>
  )
}

/** The form to paste messages and lists. */
function PasteForm({ slug, first }: { slug: string; first: Answer | undefined }) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <Form method="post" action={`/fund-drive/${slug}/bridge`} className="grid gap-4" noValidate>
      <Refused answer={answer} />
      <Field
        name="text"
        label={<Trans>Messages or list</Trans>}
        answer={answer}
        required
        hint={<Trans>Up to 2,000 lines. An exported WhatsApp chat works, too.</Trans>}
      >
        <TextArea
          rows={12}
          spellCheck={false}
          autoComplete="off"
          placeholder={'1. Mama Njeri 500 ✅\n2. Otis 1k pledge'}
        />
      </Field>
      <Button busy={busy} busyText={t`Reading...`} className="justify-self-start">
        <Trans>Read the text</Trans>
      </Button>
    </Form>
  )
}

type RecentPastesProps = { slug: string; pastes: PasteLine[] }

/** The recent pastes, to continue or to take back. */
function RecentPastes({ slug, pastes }: RecentPastesProps) {
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
function TakeBackQuestion({ slug, pastes, asked }: TakeBackQuestionProps) {
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

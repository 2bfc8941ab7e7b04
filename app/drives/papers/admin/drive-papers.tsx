import { Trans, useLingui } from '@lingui/react/macro'
import { Eye } from 'lucide-react'
import { adminAction } from '#app/admin/decision.server.ts'
import { recordAccess } from '#app/base/audit/audit.server.ts'
import {
  officeNames,
  type PaperListed,
  type Purpose,
  paperMost,
  paperTexts,
  purposes,
  verdictNames,
  verdicts,
} from '#app/drives/papers/paper.ts'
import { showPaperForm } from '#app/drives/papers/paper-forms.ts'
import { papersOf, papersSeen } from '#app/drives/papers/papers.server.ts'
import type { Language } from '#app/kit/languages.ts'
import { dayIn, momentIn } from '#app/kit/time.ts'
import { methodsOf } from '#app/money/payouts/method.server.ts'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { AdminPage, BackTo } from '#app/site/admin-page.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { Field, Input, Select } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { afterEachFormAction } from '#app/ui/same-page.ts'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/drive-papers.ts'
import { checksRecorded, driveOfPapers, revealPaper } from './papers-list.server.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const by = actorIn(context)
  const drive = await driveOfPapers(db, params.drive)
  const [papers, seen, checks, methods] = await Promise.all([
    papersOf(db, drive.id),
    papersSeen(db, drive.id),
    checksRecorded(db, drive),
    methodsOf(db, drive.ownerId, 0),
    recordAccess(db, { by, noun: 'drive', subject: drive.id, found: { page: 'papers' } }),
  ])
  return { drive, papers, seen, checks, methods, isOwn: drive.ownerId === by.id }
}

// A person who comes second sees what the first one did.
export const shouldRevalidate = afterEachFormAction

/** Shows one photo to an administrator, who proves who they are. */
export const action = adminAction({
  form: showPaperForm,
  page: true,
  failed: paperTexts.notShown,
  at: ({ params }) => driveOfPapers(db, params.drive),
  run: async ({ paper }, by, { id }) => ({ gave: await revealPaper(db, id, paper, by) }),
})

type Loaded = Route.ComponentProps['loaderData']
type Shows = Pick<ReturnType<typeof useFormAction>, 'Form' | 'busy' | 'answer'>

/** The papers of one fund drive, and the forms that record what was seen. */
export default function DrivePapers({ loaderData, actionData }: Route.ComponentProps) {
  const { drive, papers, seen, checks, methods, isOwn } = loaderData
  const { t } = useLingui()
  // One answer for all photos: another one takes the place of the photo that is open.
  const { Form, busy, answer = actionData } = useFormAction()
  useLive([`drive:${drive.id}`, 'office:desk'])
  return (
    <AdminPage page={drive.title} text={<BackTo to="/admin/papers">{t`All papers`}</BackTo>}>
      {isOwn && (
        <Notice title={<Trans>This fund drive is yours</Trans>}>
          <Trans>Another administrator has to decide about it.</Trans>
        </Notice>
      )}
      <p>
        <Trans>Owner</Trans>
        {': '}
        <strong dir="auto">{drive.owner}</strong>
      </p>
      {purposes.map((purpose) => (
        <PurposeCard
          key={purpose}
          {...{ drive, purpose, methods, isOwn }}
          papers={papers.filter((one) => one.purpose === purpose)}
          seen={seen[purpose]}
          shows={{ Form, busy, answer }}
        />
      ))}
      <Story checks={checks} />
    </AdminPage>
  )
}

type CardProps = Pick<Loaded, 'drive' | 'methods' | 'isOwn'> & {
  purpose: Purpose
  papers: PaperListed[]
  seen: Date | null
  shows: Shows
}

function PurposeCard({ drive, purpose, papers, seen, methods, isOwn, shows }: CardProps) {
  const { t, i18n } = useLingui()
  const day = seen && dayIn(i18n.locale as Language, seen)
  return (
    <Card
      title={i18n._(officeNames[purpose])}
      action={day ? <Badge tone="gain">{t`Seen on ${day}`}</Badge> : <Badge>{t`Not seen`}</Badge>}
    >
      <div className="grid gap-5 *:min-w-0">
        {papers.length === 0 && (
          <p className="text-muted">
            <Trans>No photos</Trans>
          </p>
        )}
        {papers.map((paper, at) => (
          <PaperPart key={paper.id} paper={paper} no={at + 1} isOwn={isOwn} shows={shows} />
        ))}
        {!isOwn && <CheckForm slug={drive.slug} purpose={purpose} methods={methods} />}
      </div>
    </Card>
  )
}

type PartProps = { paper: PaperListed; no: number; isOwn: boolean; shows: Shows }

/** A photo, which is shown to the person who asks. That access is recorded. */
function PaperPart({ paper, no, isOwn, shows: { Form, busy, answer } }: PartProps) {
  const { t, i18n } = useLingui()
  const day = dayIn(i18n.locale as Language, paper.deleteAt)
  const gave = answer?.ok && answer.gave?.paper === paper.id ? answer.gave : undefined
  const refused = answer && !answer.ok && answer.typed?.paper === paper.id ? answer : undefined
  return (
    <div className="grid gap-2">
      <p>{t`Photo ${no}, deleted on ${day}`}</p>
      {gave && (
        <img
          src={String(gave.photo)}
          alt={i18n._(officeNames[paper.purpose])}
          className="max-h-[80vh] w-full rounded-control object-contain"
        />
      )}
      {!gave && !isOwn && (
        <Form method="post" className="grid justify-items-start gap-2">
          <input type="hidden" name="paper" value={paper.id} />
          <Refused answer={refused} />
          <ConfirmField answer={refused} />
          <Button variant="secondary" size="small" busy={busy} icon={<Eye aria-hidden="true" className="size-4" />}>
            <Trans>Show the photo</Trans>
          </Button>
        </Form>
      )}
    </div>
  )
}

type CheckFormProps = Pick<Loaded, 'methods'> & { slug: string; purpose: Purpose }

function CheckForm({ slug, purpose, methods }: CheckFormProps) {
  const { i18n } = useLingui()
  const { Form, busy, answer } = useFormAction({ onDone: (form) => form?.reset() })
  return (
    <Form
      method="post"
      action={`/admin/papers/${slug}/check`}
      className="grid gap-4 border-line border-t pt-4 *:min-w-0"
    >
      <input type="hidden" name="purpose" value={purpose} />
      <Refused answer={answer} />
      <Field name="verdict" label={<Trans context="papers">Check</Trans>} answer={answer} required>
        <Select>
          {verdicts.map((verdict) => (
            <option key={verdict} value={verdict}>
              {i18n._(verdictNames[verdict])}
            </option>
          ))}
        </Select>
      </Field>
      {purpose === 'payee' && (
        <Field name="method" label={<Trans>Account</Trans>} answer={answer} required>
          <Select>
            {methods.map(({ id, through, number, name }) => (
              <option key={id} value={id}>
                {[through, number, name].filter(Boolean).join(' ')}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field
        name="words"
        label={<Trans>Words that all visitors read</Trans>}
        answer={answer}
        required={purpose === 'cause'}
        hint={<Trans>Up to 120 characters, never the number of a document. The reason, if it is taken back.</Trans>}
      >
        <Input maxLength={paperMost.words} autoComplete="off" />
      </Field>
      <ConfirmField answer={answer} />
      <Button busy={busy} className="justify-self-start">
        <Trans context="papers">Record</Trans>
      </Button>
    </Form>
  )
}

/** Lists the checks that administrators recorded, newest first. */
function Story({ checks }: Pick<Loaded, 'checks'>) {
  const { t, i18n } = useLingui()
  if (checks.length === 0) return null
  return (
    <Card title={t`Checks`}>
      <ul className="divide-y divide-line">
        {checks.map(({ id, kind, verdict, words, at, who }) => (
          <li key={id} className="grid gap-0.5 py-2">
            <span>
              {i18n._(officeNames[kind])}
              {': '}
              <strong>{i18n._(verdictNames[verdict])}</strong>
            </span>
            {words && (
              <span className="wrap-anywhere" dir="auto">
                {words}
              </span>
            )}
            <span className="text-muted text-sm">
              {momentIn(i18n.locale as Language, at)}
              {', '}
              <bdi>{who}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

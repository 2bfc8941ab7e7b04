import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { DriveTitle, driveContext } from '#app/drives/drive/pages/context.tsx'
import type { Answer } from '#app/kit/says.ts'
import { changeTexts } from '#app/money/payouts/change.ts'
import {
  type ChangeShown,
  dropChange,
  endedChanges,
  objectToChange,
  openChanges,
} from '#app/money/payouts/changes.server.ts'
import { ChangeLine } from '#app/money/payouts/changes-list.tsx'
import { reasonMax } from '#app/money/payouts/payout.ts'
import { changeForm } from '#app/money/payouts/payout-forms.ts'
import { signersOf } from '#app/money/payouts/signatures.server.ts'
import { deciderIn } from '#app/people/accounts/confirm.server.ts'
import { personContext, sessionContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/changes.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { id, slug, ownerId } = context.get(driveContext)
  const person = context.get(personContext)!.id
  const [{ changes }, ended, signers] = await Promise.all([
    openChanges(db, id),
    endedChanges(db, id),
    signersOf(db, id),
  ])
  const counts = signers.some((one) => one.id === person && one.counts)
  const open = changes.map((change) => ({ change, may: mayDo(change, { person, ownerId, counts }) }))
  return { slug, open, ended, fresh: context.get(sessionContext)?.isFresh ?? false }
}

type Looking = { person: string; ownerId: string; counts: boolean }

/** Returns the step that this person may take about a change now. */
function mayDo(change: ChangeShown, { person, ownerId, counts }: Looking): 'object' | 'drop' | null {
  if (person === ownerId) return 'drop'
  const isTheirs = counts || (change.kind === 'leaves' && change.helper === person)
  return isTheirs && change.state === 'waiting' && !change.isDecided ? 'object' : null
}

export const action = formAction({
  form: changeForm,
  page: true,
  failed: changeTexts.failed,
  secret: ['again'],
  limits: (_, { context }) => [{ name: 'verdict', key: context.get(personContext)!.id, times: 30, seconds: 3600 }],
  run: async ({ change, what, why, again }, { context }) => {
    const { id: driveId, slug } = context.get(driveContext)
    const here = `/fund-drive/${slug}/payouts/changes`
    const person = context.get(personContext)!
    if (what === 'drop') {
      await dropChange(db, change, { driveId, by: person.id })
      return { go: here, says: changeTexts.dropped }
    }
    if (!person.hasPassword) return { go: `/settings/first-password?to=${here}` }
    const { id: by } = await deciderIn(db, context, again)
    await objectToChange(db, change, { driveId, by, why })
    return { go: here, says: changeTexts.objected }
  },
})

/** Shows the owner and the treasurers what changes about who must agree: treasurers object, the owner drops. */
export default function Changes({ loaderData: { slug, open, ended }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const base = `/fund-drive/${slug}/payouts`
  return (
    <section className="grid max-w-2xl gap-5 *:min-w-0" aria-labelledby="changes-title">
      <DriveTitle page={t`Changes of who must agree`} />
      <h2 id="changes-title" className="text-2xl">
        <Trans>Changes of who must agree</Trans>
      </h2>
      <p className="text-muted">
        <Trans>
          A change that guards the money less waits for 24 hours. Until then a treasurer can object, and an
          administrator decides.
        </Trans>
      </p>
      {open.length === 0 && (
        <p>
          <Trans>Nothing waits.</Trans>
        </p>
      )}
      {open.map(({ change, may }) => (
        <Card key={change.id}>
          <div className="grid gap-4">
            <ChangeLine change={change} />
            {may && (
              <Changing>
                <ChangeButtons to={`${base}/changes`} change={change.id} may={may} first={actionData} />
              </Changing>
            )}
          </div>
        </Card>
      ))}
      {ended.length > 0 && (
        <Card level={3} title={<Trans>Earlier changes</Trans>}>
          <ul className="grid gap-4">
            {ended.map((change) => (
              <li key={change.id}>
                <ChangeLine change={change} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Link to={base} className="inline-flex min-h-11 items-center text-link">
        <Trans>All payouts</Trans>
      </Link>
    </section>
  )
}

type ButtonsProps = { to: string; change: number; may: 'object' | 'drop'; first: Answer | undefined }

/** The form by which a treasurer objects with a reason and the password, or the owner drops the change. */
function ChangeButtons({ to, change, may, first }: ButtonsProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first?.typed?.change === String(change) ? first : undefined } = useFormAction()
  return (
    <Form method="post" action={to} className="grid gap-4">
      <Refused answer={answer} />
      <input type="hidden" name="change" value={change} />
      <input type="hidden" name="what" value={may} />
      {may === 'object' && (
        <>
          <Field
            name="why"
            label={<Trans>Your reason</Trans>}
            answer={answer}
            optional
            hint={<Trans>The owner, the other treasurers and the administrator read it.</Trans>}
          >
            <Input maxLength={reasonMax} autoComplete="off" />
          </Field>
          <ConfirmField answer={answer} />
        </>
      )}
      <Button variant="secondary" busy={busy} busyText={t`Saving...`} className="justify-self-start">
        {may === 'object' ? <Trans>Object to this change</Trans> : <Trans>Drop this change</Trans>}
      </Button>
    </Form>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { data, Link } from 'react-router'
import { occasionTyped, saveOccasion } from '#app/invitations/occasions/occasion.server.ts'
import { occasionMost, occasionTexts } from '#app/invitations/occasions/occasion.ts'
import { OccasionForm } from '#app/invitations/occasions/occasion-form.tsx'
import { occasionForm } from '#app/invitations/occasions/occasion-forms.ts'
import type { Answer } from '#app/kit/says.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Changing, ReadOnly, useReadOnly } from '#app/ui/read-only.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/occasion.ts'
import { gatheringContext, hostingIn, occasionPlace } from './context.ts'
import { GatheringTitle } from './page-title.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id, slug, runs } = context.get(gatheringContext)
  const occasion = await occasionTyped(db, id, occasionPlace(params))
  if (!occasion) throw data(null, { status: 404 })
  return { slug, occasion, runs }
}

export const action = formAction({
  form: occasionForm,
  page: true,
  done: occasionTexts.saved,
  failed: occasionTexts.notSaved,
  run: async (asked, { context, params }) => {
    const mine = hostingIn(context)
    const no = occasionPlace(params)
    const { isChanged } = await saveOccasion(db, mine, no, asked)
    const base = `/gathering/${mine.slug}/occasions`
    if (asked.moved) return { go: `${base}/${no}`, says: occasionTexts.moved }
    return { go: base, ...(isChanged ? { says: occasionTexts.changed } : {}) }
  },
})

export default function Occasion({ loaderData: { slug, occasion, runs }, actionData }: Route.ComponentProps) {
  const { no, version, status, why, typed, switches } = occasion
  const base = `/gathering/${slug}/occasions`
  const isCancelled = status === 'cancelled'
  const looks = useReadOnly()
  return (
    <div className="grid gap-4 *:min-w-0">
      <GatheringTitle page={typed.name} />
      <h2 className="wrap-anywhere text-2xl" dir="auto">
        {typed.name}
      </h2>
      {isCancelled && (
        <Notice tone="stop" title={<Trans>This occasion was cancelled</Trans>}>
          <span className="wrap-anywhere whitespace-pre-wrap" dir="auto">
            {why}
          </span>
        </Notice>
      )}
      <ReadOnly when={looks || isCancelled}>
        <OccasionForm key={no} to={`${base}/${no}`} {...{ version, typed, switches }} first={actionData} />
      </ReadOnly>
      {!isCancelled && runs && (
        <Changing>
          <Card
            title={<Trans>Cancel this occasion</Trans>}
            text={<Trans>It stays on your guests’ pages with the reason. This can’t be taken back.</Trans>}
          >
            <CancelForm to={`${base}/${no}/cancel`} />
          </Card>
        </Changing>
      )}
      <Link to={base} className="inline-flex min-h-11 items-center text-link">
        <Trans>All occasions</Trans>
      </Link>
    </div>
  )
}

/** The form that cancels an occasion and asks for the reason, which guests read. */
function CancelForm({ to, first }: { to: string; first?: Answer | undefined }) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <Form method="post" action={to} className="grid gap-4">
      <Refused answer={answer} />
      <Field
        label={<Trans>Why is it cancelled?</Trans>}
        name="why"
        answer={answer}
        required
        hint={<Trans>Your guests read this on their page.</Trans>}
      >
        <TextArea rows={3} maxLength={occasionMost.why} />
      </Field>
      <Button variant="danger" busy={busy} busyText={t`Cancelling...`} className="justify-self-start">
        <Trans>Cancel this occasion</Trans>
      </Button>
    </Form>
  )
}

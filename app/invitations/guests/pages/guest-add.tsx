import { Trans, useLingui } from '@lingui/react/macro'
import { addGuest } from '#app/invitations/guests/add.server.ts'
import { PersonFields } from '#app/invitations/guests/guest-actions.tsx'
import { addGuestForm } from '#app/invitations/guests/host-forms.ts'
import { invitationTexts } from '#app/invitations/guests/invitation.ts'
import { occasionChoices } from '#app/invitations/guests/story.server.ts'
import { gatheringContext, hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { hostsOnly } from '#app/invitations/occasions/pages/looking.server.ts'
import { GatheringTitle } from '#app/invitations/occasions/pages/page-title.tsx'
import type { Answer } from '#app/kit/says.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { AddressDialog } from '#app/ui/dialog.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction, useFormKey } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/guest-add.ts'

export const middleware: Route.MiddlewareFunction[] = [hostsOnly]

export async function loader({ context }: Route.LoaderArgs) {
  const { id, slug } = context.get(gatheringContext)
  return { slug, formKey: crypto.randomUUID() as string, occasions: await occasionChoices(db, id) }
}

export const action = formAction({
  form: addGuestForm,
  page: true,
  done: invitationTexts.added,
  failed: invitationTexts.notAdded,
  limits: (_, { context }) => [{ name: 'add-guest', key: context.get(personContext)!.id, times: 600, seconds: 3600 }],
  run: async (asked, { context }) => {
    const mine = hostingIn(context)
    await addGuest(db, mine, asked)
    return { go: `/gathering/${mine.slug}/guests` }
  },
})

export default function Add({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { slug, formKey, occasions } = loaderData
  return (
    <>
      <GatheringTitle page={t`Add a guest`} />
      <AddGuest base={`/gathering/${slug}/guests`} {...{ formKey, occasions }} first={actionData} />
    </>
  )
}

type AddGuestProps = {
  base: string
  formKey: string
  occasions: { no: number; name: string }[]
  first: Answer | undefined
}

/** The form for one guest. Opened by its own address, so that it works without a script, too. */
function AddGuest({ base, formKey, occasions, first }: AddGuestProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  const key = useFormKey(formKey, answer)
  return (
    <AddressDialog
      closeTo={base}
      title={<Trans>Add a guest</Trans>}
      text={<Trans>Each guest gets a link of their own. Nobody is written to by this.</Trans>}
    >
      <Form method="post" action={`${base}/add`} className="grid gap-5">
        <Refused answer={answer} />
        <input type="hidden" name="key" value={key} />
        <PersonFields first={{}} answer={answer} />
        <Field
          label={<Trans>Seats</Trans>}
          name="seats"
          answer={answer}
          required
          hint={<Trans>How many people this invitation is for.</Trans>}
        >
          <Input defaultValue="1" inputMode="numeric" autoComplete="off" />
        </Field>
        <Invited occasions={occasions} />
        <div className="grid sm:justify-items-end">
          <Button busy={busy} busyText={t`Saving...`}>
            <Trans>Add guest</Trans>
          </Button>
        </div>
      </Form>
    </AddressDialog>
  )
}

/** The choice of occasions. A single occasion needs no choice. */
function Invited({ occasions }: Pick<AddGuestProps, 'occasions'>) {
  const [only] = occasions
  if (occasions.length === 1 && only) return <input type="hidden" name="occasions[]" value={only.no} />
  if (occasions.length === 0) return null
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold text-[0.9375rem]">
        <Trans>Invited to</Trans>
      </legend>
      {occasions.map(({ no, name }) => (
        <Checkbox key={no} name="occasions[]" value={no} label={name} defaultChecked />
      ))}
    </fieldset>
  )
}

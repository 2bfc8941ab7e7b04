import { Trans, useLingui } from '@lingui/react/macro'
import { addOccasion } from '#app/invitations/occasions/occasion.server.ts'
import { occasionTexts } from '#app/invitations/occasions/occasion.ts'
import { OccasionForm, usualSwitches } from '#app/invitations/occasions/occasion-form.tsx'
import { occasionForm } from '#app/invitations/occasions/occasion-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import type { Route } from './+types/occasion-new.ts'
import { gatheringContext, hostingIn } from './context.ts'
import { hostsOnly } from './looking.server.ts'
import { GatheringTitle } from './page-title.tsx'

export const middleware: Route.MiddlewareFunction[] = [hostsOnly]

export const loader = ({ context }: Route.LoaderArgs) => ({ slug: context.get(gatheringContext).slug })

export const action = formAction({
  form: occasionForm,
  page: true,
  done: occasionTexts.saved,
  failed: occasionTexts.notSaved,
  run: async (asked, { context }) => {
    const mine = hostingIn(context)
    const no = await addOccasion(db, mine, asked)
    const base = `/gathering/${mine.slug}/occasions`
    return asked.moved ? { go: `${base}/${no}`, says: occasionTexts.moved } : { go: base }
  },
})

export default function NewOccasion({ loaderData: { slug }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <div className="grid gap-4 *:min-w-0">
      <GatheringTitle page={t`Add an occasion`} />
      <h2 className="text-2xl">
        <Trans>Add an occasion</Trans>
      </h2>
      <OccasionForm
        to={`/gathering/${slug}/occasions/new`}
        version={0}
        typed={{}}
        switches={usualSwitches}
        first={actionData}
      />
    </div>
  )
}

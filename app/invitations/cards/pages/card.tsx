import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { forgetPicture, keepSentAlong, keptImage } from '#app/base/pictures/picture.server.ts'
import { CardPictures, GuestCard } from '#app/invitations/guests/card.tsx'
import { picturesOf } from '#app/invitations/guests/card-told.server.ts'
import { occasionsSeen } from '#app/invitations/guests/occasion-seen.server.ts'
import { CardForm } from '#app/invitations/occasions/card-form.tsx'
import { saveSettings } from '#app/invitations/occasions/gathering.server.ts'
import { occasionTexts } from '#app/invitations/occasions/occasion.ts'
import { settingsForm } from '#app/invitations/occasions/occasion-forms.ts'
import { gatheringContext, hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { GatheringTitle } from '#app/invitations/occasions/pages/page-title.tsx'
import { nextOf } from '#app/invitations/occasions/times.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { part } from '#app/platform/part.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { Card } from '#app/ui/card.tsx'
import { FailedState } from '#app/ui/empty-state.tsx'
import type { Route } from './+types/card.ts'
import '#app/invitations/guests/card.css'

export async function loader({ context, url }: Route.LoaderArgs) {
  const gathering = context.get(gatheringContext)
  const status = gathering.status === 'open' ? 'open' : 'closed'
  const occasions = await part(context, occasionsSeen(db, { id: gathering.id, status }, new Date()))
  if (occasions === 'failed' || occasions.length === 0) return { gathering, occasions, pictures: undefined }
  const shown = occasions.find(({ no }) => String(no) === url.searchParams.get('occasion')) ?? nextOf(occasions)
  const choices = occasions.map(({ no, name }) => ({ no, name }))
  const pictures = { no: shown.no, occasions: choices, pictures: picturesOf(gathering, shown) }
  return { gathering, occasions, pictures }
}

export const action = formAction({
  form: settingsForm,
  page: true,
  done: occasionTexts.cardSaved,
  failed: occasionTexts.notMade,
  first: (fields, { context }) => keepSentAlong(db, context.get(personContext)!.id, fields),
  run: async (asked, { context }) => {
    const mine = hostingIn(context)
    const image = await keptImage(db, mine.personId, asked.image)
    const { version, replaced } = await saveSettings(db, mine, { ...asked, image })
    await forgetPicture(db, replaced)
    return context.get(askedContext).byScript ? { gave: { version } } : { go: `/gathering/${mine.slug}/card` }
  },
})

/** The form of the card, and the card as guests see it beside it. */
export default function CardPage({ loaderData: { gathering, occasions, pictures }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const [style, setStyle] = useState(gathering.style)
  return (
    <section className="grid gap-5 *:min-w-0" aria-labelledby="card-title">
      <GatheringTitle page={t`Card`} />
      <h2 id="card-title" className="text-2xl">
        <Trans>Card</Trans>
      </h2>
      <div className="grid items-start gap-5 *:min-w-0 xl:grid-cols-2">
        <Card title={<Trans>What it says</Trans>} level={3}>
          <CardForm
            to={`/gathering/${gathering.slug}/card`}
            gathering={gathering}
            first={actionData}
            onStyle={setStyle}
          />
        </Card>
        <Card title={<Trans>As guests see it</Trans>} level={3} className="overflow-hidden xl:sticky xl:top-4">
          {occasions === 'failed' ? (
            <FailedState title={<Trans>The card could not be loaded</Trans>} />
          ) : occasions.length === 0 ? (
            <p className="text-muted">
              <Trans>The card is shown as soon as there is an occasion.</Trans>
            </p>
          ) : (
            <GuestCard gathering={{ ...gathering, style }} occasions={occasions} />
          )}
        </Card>
      </div>
      {pictures && <CardPictures slug={gathering.slug} {...pictures} />}
    </section>
  )
}

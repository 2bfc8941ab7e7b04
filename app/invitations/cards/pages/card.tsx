import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { forgetPicture, keepSentAlong, keptImage } from '#app/base/pictures/picture.server.ts'
import { CardPictures, GuestCard } from '#app/invitations/guests/card.tsx'
import { picturesOf } from '#app/invitations/guests/card-told.server.ts'
import { occasionsSeen } from '#app/invitations/guests/occasion-seen.server.ts'
import { saveSettings } from '#app/invitations/occasions/gathering.server.ts'
import {
  occasionMost,
  occasionTexts,
  type Sign,
  type Style,
  signs,
  signWords,
  styles,
  styleWords,
} from '#app/invitations/occasions/occasion.ts'
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
import { PictureField } from '#app/base/pictures/picture-field.tsx'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, Input, Select, TextArea } from '#app/ui/field.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'

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

type CardFormProps = {
  to: string
  gathering: {
    title: string
    hosts: string
    words: string
    style: Style
    opening: string
    sign: Sign
    image: string | null
    language: string
    version: number
  }
  first: Answer | undefined
  onStyle: (style: Style) => void
}

/** The form for the card's text and look. */
function CardForm({ to, gathering, first, onStyle }: CardFormProps) {
  const { t } = useLingui()
  // A save in another window reloads this page: the form keeps the version that it shows.
  const [version, setVersion] = useState(gathering.version)
  const { Form, busy, answer = first } = useFormAction({ onDone: (_, { gave }) => setVersion(Number(gave?.version)) })
  const [uploading, setUploading] = useState(false)
  const { title, hosts, words, image, language } = gathering
  return (
    <Form method="post" action={to} encType="multipart/form-data" className="grid gap-5">
      <Refused answer={answer} />
      <input type="hidden" name="version" value={first?.typed?.version ?? version} />
      <StyleField style={(answer?.typed?.style as Style | undefined) ?? gathering.style} onStyle={onStyle} />
      <Field
        label={<Trans>First words</Trans>}
        hint={<Trans>Leave it empty for the usual words of the occasion.</Trans>}
        name="opening"
        answer={answer}
        optional
      >
        <Input defaultValue={gathering.opening} maxLength={occasionMost.opening} autoComplete="off" />
      </Field>
      <Field
        label={<Trans>Title on the card</Trans>}
        name="title"
        answer={answer}
        required
        hint={<Trans>Emoji are not drawn on the picture of the card.</Trans>}
      >
        <Input defaultValue={title} maxLength={occasionMost.title} autoComplete="off" />
      </Field>
      <Field label={<Trans>Who invites?</Trans>} name="hosts" answer={answer} required>
        <Input defaultValue={hosts} maxLength={occasionMost.hosts} autoComplete="off" />
      </Field>
      <Field label={<Trans>Your own words</Trans>} name="words" answer={answer} optional>
        <TextArea rows={3} defaultValue={words} maxLength={occasionMost.words} />
      </Field>
      <PictureField
        label={<Trans>Photo</Trans>}
        answer={answer}
        defaultValue={image ?? ''}
        onBusy={setUploading}
        button
      />
      <SignField sign={gathering.sign} answer={answer} />
      <Field label={<Trans>Language of the card</Trans>} name="language" answer={answer}>
        <Select defaultValue={language}>
          <option value="en">English</option>
          <option value="sw">Kiswahili</option>
        </Select>
      </Field>
      <Changing>
        <Button busy={busy || uploading} busyText={uploading ? t`Uploading...` : t`Saving...`}>
          <Trans>Save card</Trans>
        </Button>
      </Changing>
    </Form>
  )
}

function SignField({ sign, answer }: { sign: Sign; answer: Answer | undefined }) {
  const { i18n } = useLingui()
  return (
    <Field
      label={<Trans>Small sign</Trans>}
      hint={<Trans>It is at the head of a card in the style Church.</Trans>}
      name="sign"
      answer={answer}
    >
      <Select defaultValue={sign}>
        {signs.map((value) => (
          <option key={value} value={value}>
            {i18n._(signWords[value])}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function StyleField({ style, onStyle }: { style: Style; onStyle: (style: Style) => void }) {
  const { i18n } = useLingui()
  const choices = styles.map((value) => ({
    value,
    label: i18n._(styleWords[value].name),
    hint: i18n._(styleWords[value].look),
    icon: <StyleDrawing style={value} />,
  }))
  return (
    <RadioCards
      legend={<Trans>Style</Trans>}
      name="style"
      columns="sm:max-lg:grid-cols-2"
      choices={choices}
      defaultValue={style}
      onChoose={(value) => onStyle(value as Style)}
    />
  )
}

/** A card in its style, as small as a stamp: ground, lines of words, and cloth. */
const StyleDrawing = ({ style }: { style: Style }) => (
  <svg viewBox="0 0 40 50" aria-hidden="true" className="h-15 w-12 shrink-0 border border-line">
    {drawn[style]}
  </svg>
)

const bar = (fill: string, ...places: [x: number, y: number, width: number, height: number][]) =>
  places.map(([x, y, width, height]) => <rect key={`${x} ${y}`} fill={fill} {...{ x, y, width, height }} />)

/** The edge of a cloth: a dark strip with diamonds. */
const band = (y: number, dark: string, light: string) => (
  <>
    <rect fill={dark} y={y} width="40" height="4" />
    {Array.from({ length: 8 }, (_, at) => (
      <path key={light + String(at * 5)} fill={light} d={`M${at * 5 + 2.5} ${y + 0.5}l1.5 1.5-1.5 1.5-1.5-1.5z`} />
    ))}
  </>
)

const drawn: Record<Style, ReactNode> = {
  solemn: (
    <>
      <rect fill="#f2efe9" width="40" height="50" />
      {bar('#5d6168', [4, 4, 32, 0.5], [4, 41, 32, 0.5], [12, 10, 16, 1.5], [17, 24, 6, 0.5], [13, 28, 14, 1.5])}
      {bar('#22262b', [9, 14, 22, 3], [12, 19, 16, 3], [11, 32, 18, 1.5], [14, 35, 12, 1.5])}
      {band(46, '#5d6168', '#f2efe9')}
    </>
  ),
  celebration: (
    <>
      <rect fill="#fbf3df" width="40" height="50" />
      {bar('#9c4128', [0, 0, 40, 17], [4, 15, 14, 5], [4, 23, 12, 1.5])}
      {bar('#e5b53f', [0, 2, 40, 1.5], [0, 13, 40, 1.5], [0, 45, 40, 5])}
      <path fill="#fbf3df" d="M0 8l4-3 4 3 4-3 4 3 4-3 4 3 4-3 4 3 4-3 4 3-4 3-4-3-4 3-4-3-4 3-4-3-4 3-4-3-4 3z" />
      {bar('#2a1b12', [4, 26, 28, 4], [4, 31.5, 20, 4], [4, 38, 32, 0.8], [4, 40.5, 12, 1.5], [20, 40.5, 12, 1.5])}
    </>
  ),
  church: (
    <>
      <rect fill="#f7f4ea" width="40" height="50" />
      <path fill="#fffdf6" stroke="#876410" strokeWidth=".8" d="M4 50V20a16 16 0 0 1 32 0v30z" />
      <path fill="none" stroke="#876410" strokeWidth=".4" d="M5.500 50V20a14.5 14.5 0 0 1 29 0v30z" />
      {bar('#876410', [14, 14, 12, 1.2], [19, 29, 2, 2])}
      {bar('#1d3a5c', [10, 18, 20, 2.2], [12, 22, 16, 2.2], [14, 26, 12, 1], [11, 34, 18, 1.5], [14, 37, 12, 1.5])}
      {band(46, '#1d3a5c', '#dcb765')}
    </>
  ),
  school: (
    <>
      <rect fill="#fdf7e6" width="40" height="50" />
      <path fill="none" stroke="#123a2c" strokeWidth="1.5" d="M2 2h36v46H2z" />
      <path fill="none" stroke="#123a2c" strokeWidth=".4" d="M4 4h32v42H4z" />
      <path fill="#e5b53f" d="M10 7h20l-2 2.500 2 2.500H10l2-2.500z" />
      {bar('#123a2c', [8, 16, 24, 3], [11, 20.5, 18, 3], [14, 26, 12, 1.5], [11, 37, 18, 1.5], [14, 40, 12, 1.5])}
      {band(30, '#123a2c', '#e5b53f')}
    </>
  ),
  corporate: (
    <>
      <rect fill="#f6f5f1" width="40" height="50" />
      {bar('#1d5138', [0, 0, 3, 50], [6, 18, 10, 1.5])}
      {bar('#9c4128', [6, 8, 10, 1.2])}
      {bar('#151a1e', [6, 5, 14, 1.5], [6, 21, 26, 3.2], [6, 25.5, 18, 3.2], [15, 36, 18, 1.5], [15, 42, 16, 1.5])}
      {bar('#8a8f92', [6, 33, 30, 0.5], [6, 39.5, 30, 0.5], [6, 45.5, 30, 0.5], [6, 36, 6, 1.5], [6, 42, 6, 1.5])}
    </>
  ),
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { PictureField } from '#app/base/pictures/picture-field.tsx'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input, Select, TextArea } from '#app/ui/input.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import { most, type Sign, type Style, signs, signWords, styles, styleWords } from './occasion.ts'
import { StyleDrawing } from './style-drawing.tsx'

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

/** What stands on the card, and how it looks. */
export function CardForm({ to, gathering, first, onStyle }: CardFormProps) {
  const { t } = useLingui()
  // What another window saves meanwhile loads this page again: this form stays the one of the version that it shows.
  const [version, setVersion] = useState(gathering.version)
  const { Form, busy, answer = first } = useDeed({ onDone: (_, { gave }) => setVersion(Number(gave?.version)) })
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
        <Input defaultValue={gathering.opening} maxLength={most.opening} autoComplete="off" />
      </Field>
      <Field
        label={<Trans>Title on the card</Trans>}
        name="title"
        answer={answer}
        required
        hint={<Trans>Emoji are not drawn on the picture of the card.</Trans>}
      >
        <Input defaultValue={title} maxLength={most.title} autoComplete="off" />
      </Field>
      <Field label={<Trans>Who invites?</Trans>} name="hosts" answer={answer} required>
        <Input defaultValue={hosts} maxLength={most.hosts} autoComplete="off" />
      </Field>
      <Field label={<Trans>Your own words</Trans>} name="words" answer={answer} optional>
        <TextArea rows={3} defaultValue={words} maxLength={most.words} />
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

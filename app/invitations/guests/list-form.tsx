import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { FileInput } from '#app/ui/file-input.tsx'
import { TextArea } from '#app/ui/input.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'

type ListFormProps = { slug: string; text: string | null; first: Answer | undefined }

/** The form for pasting a list of guests or sending a file. `text`: a list that was previewed, to be mended. */
export function ListForm({ slug, text, first }: ListFormProps) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<string>()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      action={`/gathering/${slug}/guests/import`}
      className="grid gap-5"
      noValidate
    >
      <Field
        name="text"
        label={<Trans>Your list</Trans>}
        answer={answer}
        hint={<Trans>From WhatsApp or a sheet, up to 5,000 lines. Seats: x4, (4), 4 seats, +3. Groups: #family.</Trans>}
      >
        <TextArea
          rows={10}
          defaultValue={text ?? ''}
          spellCheck={false}
          autoComplete="off"
          placeholder={'1. Mama Njeri 0712 345 678 x4\n2. Baba Otieno 0722 000 111 #committee'}
        />
      </Field>
      <Field
        name="file"
        label={<Trans>Or a file</Trans>}
        optional
        answer={answer}
        hint={<Trans>CSV from a sheet, or contacts as vCard. Up to 1.5 MB.</Trans>}
      >
        <FileInput
          accept=".csv,.txt,.tsv,.vcf,text/plain,text/vcard"
          says={<Trans>Choose a file</Trans>}
          chosen={chosen}
          onChoose={(file) => setChosen(file?.name)}
        />
      </Field>
      <Button busy={busy} busyText={t`Reading...`} className="justify-self-start">
        <Trans>Look at the guests</Trans>
      </Button>
    </Form>
  )
}

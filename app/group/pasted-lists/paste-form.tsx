import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/input.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'

/** Where messages and lists are pasted. */
export function PasteForm({ slug, first }: { slug: string; first: Answer | undefined }) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useDeed()
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

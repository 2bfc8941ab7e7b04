import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { Form } from 'react-router'
import type { Answer } from '#app/kit/says.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/input.tsx'
import { type Described, editAddress } from './described.ts'
import { OtherVersion } from './other-version.tsx'
import { plainOf } from './plain-text.ts'

/**
 * Writes the description without a script. Paragraphs are typed as they are; a text with more than paragraphs is shown
 * with its tags, because a plain one would lose what they say.
 */
export function DescriptionPlain({ saved, first }: { saved: Described; first?: Answer }) {
  const { t } = useLingui()
  const id = useId()
  const plain = plainOf(saved.html)
  const format = first?.typed?.format ?? (plain === undefined ? 'html' : 'text')
  const stale = first && first.typed?.version !== String(saved.version)
  return (
    <div className="without-script grid gap-4">
      {first?.says && <p role="alert">{first.says.title}</p>}
      {stale && <OtherVersion saved={saved} form={id} busy={false} />}
      <Form id={id} method="post" action={editAddress(saved.slug)} className="grid gap-4">
        <input type="hidden" name="version" value={first?.typed?.version ?? saved.version} />
        <input type="hidden" name="format" value={format} />
        <Field
          label={<Trans>Description</Trans>}
          name="description"
          answer={first}
          hint={
            format === 'text' ? (
              <Trans>An empty line begins a new paragraph.</Trans>
            ) : (
              <Trans>
                This text has headings, lists, links or pictures: don’t change what is between {'<'} and {'>'}.
              </Trans>
            )
          }
        >
          <TextArea rows={16} defaultValue={format === 'text' ? plain : saved.html} />
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button>{t`Save`}</Button>
          <LinkButton variant="secondary" to={`/fund-drive/${saved.slug}/description`}>
            <Trans>Cancel</Trans>
          </LinkButton>
        </div>
      </Form>
    </div>
  )
}

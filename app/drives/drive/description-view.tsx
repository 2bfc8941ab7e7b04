import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { RichText } from '#app/ui/rich-text.tsx'
import type { Described } from './described.ts'
import { draftOf, dropDraft } from './draft.ts'
import { warmEditor } from './use-editor-code.ts'

/** The description as visitors see it. */
export function DescriptionView({ saved }: { saved: Described }) {
  const [draft, setDraft] = useState<string>()
  useEffect(() => {
    const found = draftOf(saved.id, Date.now())
    setDraft(found && found.html !== saved.html ? found.key : undefined)
  }, [saved.id, saved.html])
  const discard = () => {
    dropDraft(saved.id, draft)
    setDraft(undefined)
  }
  return (
    <div className="grid gap-4">
      {draft && (
        <Notice
          title={<Trans>You have text here that is not saved yet</Trans>}
          action={
            <Form method="get" preventScrollReset className="flex flex-wrap gap-3">
              <Button name="edit" value="1" size="small" variant="secondary">
                <Trans>Continue writing</Trans>
              </Button>
              <Button type="button" size="small" variant="ghost" onClick={discard}>
                <Trans>Discard it</Trans>
              </Button>
            </Form>
          }
        />
      )}
      <Card>
        {saved.shown ? (
          <RichText html={saved.shown} />
        ) : (
          <p className="py-6 text-center text-muted">
            <Trans>No description available. Click "Edit Description" to add one.</Trans>
          </p>
        )}
      </Card>
    </div>
  )
}

/** Opens the editor, which is at an address of its own: with or without a script. */
export const EditDescription = () => (
  <Changing>
    <Form method="get" preventScrollReset onPointerEnter={warmEditor} onFocus={warmEditor}>
      <Button name="edit" value="1">
        <Trans>Edit Description</Trans>
      </Button>
    </Form>
  </Changing>
)

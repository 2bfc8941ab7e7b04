/** A person's text inside a sentence. As a plain value, a '<b>' in it would be taken for a part of the sentence. */
export const Typed = ({ text }: { text: string }) => text

// biome-ignore lint/suspicious/noEmptyInterface: generated
export interface DB {}

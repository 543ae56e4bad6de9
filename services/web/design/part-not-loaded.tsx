import { PART_NOT_LOADED } from './on-demand.ts';

/** In place of a part of the page whose code could not be loaded. */
export function PartNotLoaded({ as: Element = 'p' }: { /** `span`: beside buttons. */ as?: 'p' | 'span' }) {
  return (
    <Element className="field-error" role="alert">
      {PART_NOT_LOADED}
    </Element>
  );
}

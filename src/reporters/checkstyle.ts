/** `--format checkstyle`: the XML of Checkstyle 4.3, which most CI servers read. */
import { byPath } from './order.ts';
import { pathOf, placeOf } from './place.ts';
import type { Reporter } from './reporter.ts';
import { element, xmlDocument } from './xml.ts';

export const checkstyle: Reporter = ({ findings }) => {
  const files = [...byPath(findings).values()].map((group) => {
    const errors = group.map(({ rule, severity, message, source, span }) => {
      const { line, column } = placeOf(source, span);
      return element('error', { line, column, severity, message, source: `rollsafe.${rule}` });
    });
    return element('file', { name: group[0] ? pathOf(group[0].source) : '' }, errors);
  });
  return xmlDocument(element('checkstyle', { version: '4.3' }, files));
};

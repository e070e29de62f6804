/** The pages of the rules, which the extension carries. */
import { Uri, workspace } from 'vscode';

/** A rule as a list shows it. */
export interface RulePage {
  /** The id of the rule, which is the name of its page. */
  readonly label: string;
  readonly description: string;
  readonly detail: string;
}

const ROW = /^\| \[([\w-]+)\]\([\w-]+\.md\) \| ([^|]*) \| (.*) \|$/gm;

/** All rules, from the table of contents of their pages. */
export async function rulePages(extension: Uri): Promise<RulePage[]> {
  const contents = await workspace.fs.readFile(Uri.joinPath(extension, 'rules', 'README.md'));
  return [...new TextDecoder().decode(contents).matchAll(ROW)].map(
    ([, label = '', severity = '', defect = '']) => ({
      label,
      description: severity,
      detail: defect.replaceAll('\\|', '|'),
    }),
  );
}

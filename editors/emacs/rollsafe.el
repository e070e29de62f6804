;;; rollsafe.el --- Safe delivery on Kubernetes: rollsafe for Eglot  -*- lexical-binding: t -*-

;; Package-Requires: ((emacs "26.3") (eglot "1.9"))
;; License: Apache-2.0

;;; Commentary:

;; Put this file on the load path, and into your configuration:
;;
;;   (require 'rollsafe)
;;   (add-hook 'yaml-mode-hook #'rollsafe-ensure)
;;
;; Eglot takes one server for a buffer, so rollsafe takes the place of
;; yaml-language-server in the modes of `rollsafe-modes'.

;;; Code:

(require 'eglot)

(defgroup rollsafe nil
  "Safe delivery on Kubernetes."
  :group 'tools)

(defcustom rollsafe-command '("rollsafe" "lsp" "--stdio")
  "The program and its arguments."
  :type '(repeat string))

(defcustom rollsafe-modes '(yaml-mode yaml-ts-mode)
  "The major modes of manifests."
  :type '(repeat symbol))

(defcustom rollsafe-fix-on-save nil
  "Whether the safe fixes are applied before a buffer is saved."
  :type 'boolean)

(defconst rollsafe--fix-all "source.fixAll.rollsafe")

(add-to-list 'eglot-server-programs
             (cons rollsafe-modes (lambda (&rest _) rollsafe-command)))

(defun rollsafe-fix-all ()
  "Apply the safe fixes to this buffer."
  (interactive)
  (eglot-code-actions (point-min) (point-max) rollsafe--fix-all t))

(defun rollsafe--before-save ()
  "Apply the safe fixes where there are any."
  (when (and rollsafe-fix-on-save (eglot-managed-p))
    (ignore-errors (rollsafe-fix-all))))

;;;###autoload
(defun rollsafe-ensure ()
  "Start rollsafe for this buffer, or join it to the one that runs."
  (add-hook 'before-save-hook #'rollsafe--before-save nil t)
  (eglot-ensure))

(provide 'rollsafe)
;;; rollsafe.el ends here

-- rollsafe for Neovim 0.7 and newer, without any plugin. Put this file into lua/ of your configuration, and
--   require('rollsafe').setup()
-- into init.lua. It runs beside yaml-language-server. Neovim 0.11 can do with the lines of the README instead.
local M = {}

local FIX_ALL = 'source.fixAll.rollsafe'

M.options = {
  cmd = { 'rollsafe', 'lsp', '--stdio' },
  filetypes = { 'yaml', 'json' },
  -- What marks the folder that is judged as a whole; without any of them it is the file's own.
  root_markers = { 'rollsafe.yaml', '.git' },
  -- As in other editors: { enable = true, config = 'path/to/rollsafe.yaml' }.
  settings = vim.empty_dict(),
  -- Apply the safe fixes before a buffer is written.
  fix_on_save = false,
}

local function root_of(file)
  local folder = vim.fn.fnamemodify(file, ':p:h')
  local above = folder
  while true do
    for _, marker in ipairs(M.options.root_markers) do
      if vim.loop.fs_stat(above .. '/' .. marker) then
        return above
      end
    end
    local parent = vim.fn.fnamemodify(above, ':h')
    if parent == above then
      return folder
    end
    above = parent
  end
end

-- Neovim 0.7 has no vim.lsp.start, which keeps one client for each root.
local clients = {}

local function start_on_0_7(config, buffer)
  local id = clients[config.root_dir]
  if not (id and vim.lsp.get_client_by_id(id)) then
    id = vim.lsp.start_client(config)
    clients[config.root_dir] = id
  end
  if id then
    vim.lsp.buf_attach_client(buffer, id)
  end
end

local function start(buffer)
  local file = vim.api.nvim_buf_get_name(buffer)
  if file == '' or vim.bo[buffer].buftype ~= '' then
    return
  end
  local root = root_of(file)
  local config = {
    name = 'rollsafe',
    cmd = M.options.cmd,
    root_dir = root,
    workspace_folders = { { uri = vim.uri_from_fname(root), name = root } },
    settings = { rollsafe = M.options.settings },
    -- Neovim 0.7 can't be asked for settings.
    init_options = M.options.settings,
  }
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
  else
    start_on_0_7(config, buffer)
  end
end

local function client_of(buffer)
  for _, client in ipairs((vim.lsp.get_clients or vim.lsp.get_active_clients)()) do
    if client.name == 'rollsafe' and vim.lsp.buf_is_attached(buffer, client.id) then
      return client
    end
  end
end

local function request(client, method, params, buffer)
  if vim.fn.has('nvim-0.11') == 1 then
    return client:request_sync(method, params, 2000, buffer)
  end
  return client.request_sync(method, params, 2000, buffer)
end

-- Applies the safe fixes to a buffer (0: the current one); says whether there were any.
function M.fix_all(buffer)
  buffer = (buffer and buffer ~= 0) and buffer or vim.api.nvim_get_current_buf()
  local client = client_of(buffer)
  if not client then
    return false
  end
  local last = vim.api.nvim_buf_line_count(buffer)
  local answer = request(client, 'textDocument/codeAction', {
    textDocument = { uri = vim.uri_from_bufnr(buffer) },
    range = { start = { line = 0, character = 0 }, ['end'] = { line = last, character = 0 } },
    context = { only = { FIX_ALL }, diagnostics = {} },
  }, buffer)
  local action = answer and answer.result and answer.result[1]
  if action and not action.edit and action.data then
    local resolved = request(client, 'codeAction/resolve', action, buffer)
    action = resolved and resolved.result or action
  end
  if not (action and action.edit) then
    return false
  end
  vim.lsp.util.apply_workspace_edit(action.edit, client.offset_encoding)
  return true
end

function M.setup(options)
  M.options = vim.tbl_extend('force', M.options, options or {})
  local group = vim.api.nvim_create_augroup('rollsafe', { clear = true })
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    pattern = M.options.filetypes,
    callback = function(event)
      start(event.buf)
    end,
  })
  vim.api.nvim_create_autocmd('BufWritePre', {
    group = group,
    callback = function(event)
      if M.options.fix_on_save then
        M.fix_all(event.buf)
      end
    end,
  })
  vim.api.nvim_create_user_command('RollsafeFix', function()
    M.fix_all(0)
  end, { desc = 'Apply the safe fixes of rollsafe' })
end

return M

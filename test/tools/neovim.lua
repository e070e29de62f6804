-- What a person does in Neovim with the shipped configuration, written down for neovim.test.ts.
-- ROLLSAFE_SCENE names the function to run.
local scenes = {}
local seen = {}

local function split(text)
  return vim.split(text, '\n', { plain = true })
end

local function wait_for(what, condition)
  if not vim.wait(20000, condition, 20) then
    error('waited in vain for ' .. what)
  end
end

local function diagnostics(source)
  local shown = {}
  for _, d in ipairs(vim.diagnostic.get(0)) do
    if source == nil or d.source:find(source, 1, true) then
      local line = vim.api.nvim_buf_get_lines(0, d.lnum, d.lnum + 1, false)[1]
      table.insert(shown, {
        source = d.source,
        code = tostring(d.code or d.user_data.lsp.code),
        line = d.lnum + 1,
        text = line:sub(d.col + 1, d.end_col),
      })
    end
  end
  return shown
end

local function line_of(text)
  return vim.fn.search(text, 'nw')
end

local function open(options)
  vim.cmd('filetype on')
  local rollsafe = dofile(os.getenv('ROLLSAFE_EDITORS') .. '/neovim/rollsafe.lua')
  options.cmd = split(os.getenv('ROLLSAFE_COMMAND'))
  rollsafe.setup(options)
  vim.cmd('edit web.yaml')
end

-- vim.lsp.buf.code_action asks through vim.ui.select: answer as a person who reads the titles.
local function choose(word)
  vim.ui.select = function(items, options, on_choice)
    seen.offered = vim.tbl_map(options.format_item, items)
    for at, title in ipairs(seen.offered) do
      if title:find(word, 1, true) then
        return on_choice(items[at], at)
      end
    end
    error('nothing with "' .. word .. '" among ' .. vim.inspect(seen.offered))
  end
end

function scenes.quick_fix()
  open({})
  wait_for('a diagnostic', function() return #diagnostics() > 0 end)
  seen.before = diagnostics()
  vim.api.nvim_win_set_cursor(0, { line_of('httpGet'), 0 })
  choose('Remove the quotes')
  vim.lsp.buf.code_action()
  wait_for('the fix', function() return line_of('port: 8080}}') > 0 end)
  seen.line = vim.api.nvim_buf_get_lines(0, line_of('httpGet') - 1, line_of('httpGet'), false)[1]
  wait_for('no diagnostic', function() return #diagnostics() == 0 end)
  seen.after = #diagnostics()
end

function scenes.fix_on_save()
  open({ fix_on_save = true })
  wait_for('a diagnostic', function() return #diagnostics() > 0 end)
  vim.cmd('write')
end

function scenes.beside_yaml_language_server()
  open({})
  local settings = { yaml = {
    schemaStore = { enable = false, url = '' },
    schemas = { ['file://' .. vim.fn.getcwd() .. '/schema.json'] = 'web.yaml' },
  } }
  local yamlls = vim.lsp.start_client({
    name = 'yamlls',
    cmd = split(os.getenv('YAML_LANGUAGE_SERVER')),
    root_dir = vim.fn.getcwd(),
    settings = settings,
    on_init = function(client)
      client.notify('workspace/didChangeConfiguration', { settings = settings })
      return true
    end,
  })
  vim.lsp.buf_attach_client(0, yamlls)
  wait_for('diagnostics of both', function()
    return #diagnostics('rollsafe') > 0 and #diagnostics('yaml-schema') > 0
  end)
  seen.before = diagnostics()
  seen.hovers = {}
  for place, text in pairs({ finding = '"8080"', field = 'replicas' }) do
    local line = line_of(text)
    local column = vim.fn.getline(line):find(text, 1, true)
    vim.api.nvim_win_set_cursor(0, { line, column })
    local answers = vim.lsp.buf_request_sync(0, 'textDocument/hover', vim.lsp.util.make_position_params(), 5000)
    seen.hovers[place] = {}
    for id, answer in pairs(answers or {}) do
      if answer.result then
        seen.hovers[place][vim.lsp.get_client_by_id(id).name] = vim.inspect(answer.result.contents)
      end
    end
  end
end

local ok, problem = pcall(function()
  scenes[os.getenv('ROLLSAFE_SCENE')]()
end)
if not ok then
  seen.error = tostring(problem)
end
vim.fn.writefile({ vim.fn.json_encode(seen) }, os.getenv('ROLLSAFE_RESULT'))
vim.lsp.stop_client(vim.lsp.get_active_clients())
vim.cmd('qa!')

# Builds the page in TO from the sources in FROM, and writes TO/page.s (the bytes) and TO/page.inc
# (their table, included by files.cc). Run by CMakeLists.txt with -DFROM, -DTO and -DNPM.
file(REMOVE_RECURSE ${TO}/src ${TO}/public ${TO}/test ${TO}/dist)
file(COPY ${FROM}/src ${FROM}/public ${FROM}/index.html ${FROM}/tsconfig.json ${FROM}/vite.config.ts
     DESTINATION ${TO})
if(EXISTS ${FROM}/test)
  file(COPY ${FROM}/test DESTINATION ${TO})
endif()

execute_process(COMMAND ${NPM} run --silent build WORKING_DIRECTORY ${TO}
                RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "npm run build:\n${output}")
endif()

function(content_type path result)
  set(html "text/html; charset=utf-8")
  set(js "text/javascript; charset=utf-8")
  set(css "text/css; charset=utf-8")
  set(svg "image/svg+xml")
  string(REGEX MATCH "[a-z]+$" ending ${path})
  if(NOT ending MATCHES "^(html|js|css|svg)$")
    message(FATAL_ERROR "embed.cmake knows no content type for ${path}")
  endif()
  set(${result} "${${ending}}" PARENT_SCOPE)
endfunction()

file(GLOB_RECURSE files RELATIVE ${TO}/dist ${TO}/dist/*)
list(SORT files)
set(bytes "    .section .rodata\n")
set(declarations "")
set(rows "")
set(number 0)
foreach(file ${files})
  execute_process(COMMAND gzip --best --no-name --keep ${TO}/dist/${file} COMMAND_ERROR_IS_FATAL ANY)
  foreach(part file gzip)
    set(path ${TO}/dist/${file})
    if(part STREQUAL gzip)
      string(APPEND path .gz)
    endif()
    # The hash makes this text change whenever the bytes do: nothing else would tell the build.
    file(SHA256 ${path} hash)
    set(symbol rookery_page_${part}_${number})
    string(APPEND bytes "# ${hash}\n    .globl ${symbol}, ${symbol}_end\n"
           "${symbol}:\n    .incbin \"${path}\"\n${symbol}_end:\n    .byte 0\n")
    string(APPEND declarations "extern const char ${symbol}[];\nextern const char ${symbol}_end[];\n")
  endforeach()
  content_type(${file} type)
  string(REGEX MATCH "^assets/" hashed "${file}")
  string(COMPARE NOTEQUAL "${hashed}" "" hashed)
  string(REPLACE 1 true hashed ${hashed})
  string(REPLACE 0 false hashed ${hashed})
  set(n ${number})
  string(APPEND rows "    {\"/${file}\", \"${type}\",\n"
         "     {rookery_page_file_${n}, rookery_page_file_${n}_end},\n"
         "     {rookery_page_gzip_${n}, rookery_page_gzip_${n}_end}, ${hashed}},\n")
  math(EXPR number "${number} + 1")
endforeach()
string(APPEND bytes "    .section .note.GNU-stack,\"\",@progbits\n")

file(WRITE ${TO}/page.s "${bytes}")
file(WRITE ${TO}/page.inc "extern \"C\" {\n${declarations}}\n"
     "const File kFiles[] = {\n${rows}};\n")

// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoardApp} from "./BoardApp.sol";

/// @title App gateway that passes large data on to a chain
contract UploadApp is BoardApp {
    constructor(address addressResolver_, uint256 fees_) BoardApp(addressResolver_, fees_) {}

    function upload(uint32 chainSlug_, bytes calldata data_) external async {
        _setOverrides(3_000_000);
        _boardOn(chainSlug_).upload(data_);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Parallel, Read} from "../../gateway/evmx/base/AppGatewayBase.sol";
import {BoardApp} from "./BoardApp.sol";

/// @title App gateway that reads
contract ReadApp is BoardApp {
    uint256[10] public values;
    uint256 public reads;

    constructor(address addressResolver_, uint256 fees_) BoardApp(addressResolver_, fees_) {}

    function write(uint32 chainSlug_, uint256 amount_) external async {
        _boardOn(chainSlug_).write(amount_);
    }

    function readInParallel(uint32 chainSlug_) external async {
        _setOverrides(Read.ON, Parallel.ON);
        for (uint256 i = 0; i < 10; i++) _read(chainSlug_, i);
    }

    function readAlternately(uint32 first_, uint32 second_) external async {
        _setOverrides(Read.ON, Parallel.ON);
        for (uint256 i = 0; i < 10; i++) _read(i % 2 == 0 ? first_ : second_, i);
    }

    function readAt(uint32 chainSlug_, uint256 blockNumber_) external async {
        _setOverrides(Read.ON, blockNumber_);
        _read(chainSlug_, 0);
    }

    function onRead(bytes calldata data_, bytes calldata returnData_) external onlyPromises {
        values[abi.decode(data_, (uint256))] = abi.decode(returnData_, (uint256));
        reads++;
    }

    function _read(uint32 chainSlug_, uint256 number_) private {
        _boardOn(chainSlug_).total();
        then(this.onRead.selector, abi.encode(number_));
    }
}

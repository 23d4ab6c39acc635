// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TipJar} from "./TipJar.sol";

/// @title A recipient of tips that collects whenever it is paid, and can be closed
contract Recipient {
    TipJar private immutable _jar;
    bool public isClosed;

    error Closed();

    constructor(TipJar jar) {
        _jar = jar;
    }

    // solhint-disable-next-line no-complex-fallback
    receive() external payable {
        if (isClosed) revert Closed();
        if (_jar.refused(address(this)) > 0) _jar.collect();
    }

    function close(bool isClosed_) external {
        isClosed = isClosed_;
    }
}

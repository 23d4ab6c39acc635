// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PlugBase} from "../../gateway/protocol/base/PlugBase.sol";

/// @dev The app gateway's functions as they are called on the socket.
interface IHopApp {
    function onHop(uint256 hopsLeft, uint256 amount) external;
}

/// @title A plug that hands over to its app gateway
contract Hop is PlugBase {
    uint256 public total;

    function start(uint256 hops, uint256 amount) external {
        IHopApp(address(socket__)).onHop(hops, amount);
    }

    function land(uint256 hopsLeft, uint256 amount) external onlySocket {
        total += amount;
        if (hopsLeft > 0) IHopApp(address(socket__)).onHop(hopsLeft, amount + 1);
    }
}
